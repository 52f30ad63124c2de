// Puts the reasons, which stand in the page as the CSV files have them, into the language of the desk.

for (const list of document.querySelectorAll("[data-reasons]")) list.replaceWith(reasonsOf(list.dataset.reasons));

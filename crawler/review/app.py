"""The pages of the desk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, Response, redirect, render_template, request, url_for
from scrapy_reprint.errors import ReprintError
from werkzeug.exceptions import BadRequest, HTTPException, NotFound

from ...pipelines.match.pair import TIERS
from .pair_view import followable
from .queue import PAGE, STATES, Filter
from .words import KIND_WORDS, moment, told

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from ...pipelines.domains.rows import MatchRow
    from .desk import Desk
    from .guard import Guard

#: Bytes of an imported file, about 100,000 rulings.
_MOST_BYTES = 32 * 2**20


def make_app(desk: Desk, guard: Guard) -> Flask:
    """The application of a desk; :func:`.serve.serve` runs it."""
    app = Flask(__name__, root_path=str(Path(__file__).parent))
    app.config["MAX_CONTENT_LENGTH"] = _MOST_BYTES
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(kinds=KIND_WORDS, told=told, tiers=TIERS, states=STATES, desk=desk,
                                 followable=followable, moment=moment)
    guard.watch(app)

    @app.get("/")
    def queue() -> str:
        wanted, progress, pairs = Filter.of(request.args), desk.progress(), desk.queue
        done = progress.done
        names = pairs.select(wanted, done)
        pages = max(1, -(-len(names) // PAGE))
        page = min(max(1, request.args.get("page", 1, type=int)), pages)
        names_here = names[(page - 1) * PAGE : page * PAGE]
        return render_template(
            "queue.html", listed=desk.listed(names_here), wanted=wanted, found=len(names), page=page, pages=pages,
            first=(page - 1) * PAGE + 1, done=done, progress=progress, queued=len(pairs.queued),
            left=len(pairs.queued - done), start=pairs.open_after(wanted, "", done),
            domain=pairs.domains.get(wanted.domain), queued_domains=pairs.queued_domains,
        )

    @app.get("/pair/<name>")
    def pair(name: str) -> str:
        row, wanted, done = _row(desk, name), Filter.of(request.args), desk.progress().done
        view, ruled = desk.view(row)
        place, count, before, behind = desk.queue.beside(wanted, name, done)
        return render_template(
            "pair.html", name=name, row=row, view=view, ruled=ruled, wanted=wanted, place=place, count=count,
            before=before, behind=behind, skip=desk.queue.open_after(wanted, name, done),
            verdicts=[desk.queue.domains.get(domain) for domain in (row.domain, row.matched_domain)],
        )

    @app.post("/pair/<name>")
    def rule(name: str) -> AnyResponse:
        row, wanted, kind = _row(desk, name), Filter.of(request.args), request.form.get("kind", "")
        urls, copy = [row.url, row.matched_url], request.form.get("copy", "")
        if kind == "take_back":
            desk.take_back(*urls)
            desk.say("Took back the ruling on this pair.")
            return redirect(url_for("pair", name=name, **wanted.query()), 303)
        if kind == "copy" and copy not in ("left", "right"):
            raise BadRequest("Say which of the two pages is the copy before you rule that one is.")
        if kind == "copy" and copy == "right":
            urls.reverse()
        desk.rule(kind, *urls, note=request.form.get("note", ""), until=request.form.get("until", ""))
        desk.say(f"Ruled: {KIND_WORDS[kind]}.")
        following = desk.queue.open_after(wanted, name, desk.progress().done)
        if following is None:
            return redirect(url_for("queue", **wanted.query()), 303)
        return redirect(url_for("pair", name=following, **wanted.query()), 303)

    @app.post("/undo")
    def undo() -> AnyResponse:
        name = desk.undo()
        desk.say("Undone.")
        known = desk.queue.row(name) is not None
        query = Filter.of(request.form).query()
        return redirect(url_for("pair", name=name, **query) if known else url_for("rulings"), 303)

    @app.post("/report")
    def report() -> AnyResponse:
        desk.judge()
        return redirect(url_for("queue"), 303)

    @app.get("/rulings")
    def rulings() -> str:
        every = desk.every_ruling()
        pages = max(1, -(-len(every) // PAGE))
        page = min(max(1, request.args.get("page", 1, type=int)), pages)
        return render_template("rulings.html", rulings=every[(page - 1) * PAGE : page * PAGE], count=len(every),
                               page=page, pages=pages)

    @app.get("/rulings.csv")
    def export() -> Response:
        return Response(desk.export(), mimetype="text/csv",
                        headers={"Content-Disposition": "attachment; filename=rulings.csv"})

    @app.post("/import")
    def take_in() -> AnyResponse:
        file = request.files.get("file")
        if file is None or not file.filename:
            raise BadRequest("Choose the CSV file to import first.")
        number = desk.take_in(file.read(), file.filename)
        desk.say(f"{told(number, 'ruling')} taken from {file.filename}.")
        return redirect(url_for("rulings"), 303)

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> tuple[str, int]:
        return render_template("refused.html", error=error), error.code or 500

    @app.errorhandler(ReprintError)
    def failed(error: ReprintError) -> tuple[str, int]:
        return refused(BadRequest(str(error)))

    return app


def _row(desk: Desk, name: str) -> MatchRow:
    row = desk.queue.row(name)
    if row is None:
        raise NotFound("The last report has no such pair; go back to the queue.")
    return row

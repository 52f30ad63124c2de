"""The review desk: a local web page on which a person rules on the pairs of the queue."""

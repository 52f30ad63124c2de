"""The pages of the desk."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, Response, redirect, render_template, request, url_for
from scrapy_reprint.errors import ReprintError
from werkzeug.exceptions import HTTPException, NotFound

from ...pipelines.match.pair import TIERS
from .errors import RefusalError
from .language import COOKIE, LANGUAGES, Message, Speech, chosen_language, moment
from .pair_view import followable
from .queue import PAGE, STATES, Filter
from .script import script_of
from .words import ENGLISH

if TYPE_CHECKING:
    from werkzeug.wrappers import Response as AnyResponse

    from ...pipelines.domains.rows import MatchRow
    from .desk import Desk
    from .guard import Guard

#: Bytes of an imported file, about 100,000 rulings.
_MOST_BYTES = 32 * 2**20
#: Seconds that the choice of a language is kept.
_YEAR = 365 * 24 * 3600


def make_app(desk: Desk, guard: Guard) -> Flask:
    """The application of a desk; :func:`.serve.serve` runs it."""
    app = Flask(__name__, root_path=str(Path(__file__).parent))
    app.config["MAX_CONTENT_LENGTH"] = _MOST_BYTES
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(tiers=TIERS, states=STATES, desk=desk, followable=followable, moment=moment,
                                 languages=LANGUAGES)
    guard.watch(app)

    @app.context_processor
    def speech() -> dict[str, object]:
        spoken = Speech(chosen_language(request, desk.options.lang))
        return {"speech": spoken, "t": spoken.say}

    @app.get("/desk.<language>.js")
    def script(language: str) -> Response:
        if language not in LANGUAGES:
            raise NotFound
        return Response(script_of(Speech(language)), mimetype="text/javascript")

    @app.post("/language")
    def choose() -> AnyResponse:
        language, back = request.form.get("language", ""), request.form.get("back", "")
        # Only a page of the desk: what begins with two strokes is another site.
        answer = redirect(back if re.fullmatch(r"/(?:[^/\\\s]\S*)?", back) else url_for("queue"), 303)
        if language in LANGUAGES:
            answer.set_cookie(COOKIE, language, max_age=_YEAR, httponly=True, samesite="Strict")
        return answer

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
            desk.say(Message("said.back"))
            return redirect(url_for("pair", name=name, **wanted.query()), 303)
        if kind == "copy" and copy not in ("left", "right"):
            raise RefusalError("error.side")
        if kind == "copy" and copy == "right":
            urls.reverse()
        desk.rule(kind, *urls, note=request.form.get("note", ""), until=request.form.get("until", ""))
        desk.say(Message("said.ruled", (Message(f"ruling.{kind}"),)))
        following = desk.queue.open_after(wanted, name, desk.progress().done)
        if following is None:
            return redirect(url_for("queue", **wanted.query()), 303)
        return redirect(url_for("pair", name=following, **wanted.query()), 303)

    @app.post("/undo")
    def undo() -> AnyResponse:
        name = desk.undo()
        desk.say(Message("said.undone"))
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
            raise RefusalError("error.file")
        number = desk.take_in(file.read(), file.filename)
        desk.say(Message("said.taken", (number, file.filename)))
        return redirect(url_for("rulings"), 303)

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> tuple[str, int]:
        code = error.code or 500
        known = f"error.{code}" in ENGLISH
        return _refusal(code, f"error.{code}" if known else "", "" if known else error.description or "")

    @app.errorhandler(ReprintError)
    def failed(error: ReprintError) -> tuple[str, int]:
        if isinstance(error, RefusalError):
            return _refusal(error.code, error.name)
        return _refusal(400, told=str(error))

    return app


def _refusal(code: int, name: str = "", told: str = "") -> tuple[str, int]:
    """The page of an error: of the sentence of that name, or with what other parts tell in English."""
    title = f"refused.{code}" if f"refused.{code}" in ENGLISH else "refused.400"
    return render_template("refused.html", title=title, name=name, told=told), code


def _row(desk: Desk, name: str) -> MatchRow:
    row = desk.queue.row(name)
    if row is None:
        raise RefusalError("error.pair", 404)
    return row

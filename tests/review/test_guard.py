from __future__ import annotations

from .conftest import HERE, Visitor


def test_a_name_that_is_not_this_machine_is_refused(visitor: Visitor) -> None:
    for host in ("evil.test", "evil.test:8765", "127.0.0.1", "127.0.0.1:80", "localhost.evil.test:8765"):
        answer = visitor.get("/", headers={"Host": host})
        assert answer.status_code == 403, host
        assert "here.test" not in answer.text
    assert visitor.get("/", headers={"Host": "localhost:8765"}).status_code == 200


def test_a_ruling_comes_from_a_page_of_the_desk(visitor: Visitor) -> None:
    [path] = visitor.pairs("")
    refused: list[dict[str, str]] = [
        {"Origin": "https://evil.test"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.test", "Sec-Fetch-Site": "same-origin"},
        {},
    ]
    for headers in refused:
        assert visitor.post(path, {"kind": "not_copy"}, headers=headers).status_code == 403, headers
    assert visitor.desk.every_ruling() == []
    for kind, headers in (("quote", {"Origin": HERE}), ("official", {"Sec-Fetch-Site": "same-origin"})):
        assert visitor.post(path, {"kind": kind}, headers=headers).status_code == 303
        assert [ruling.kind for ruling in visitor.desk.every_ruling()] == [kind]


def test_nothing_is_done_without_the_token(visitor: Visitor) -> None:
    for path in ("/undo", "/report", "/language", "/import", *visitor.pairs("")):
        for token in ("", "guessed", "\u00e9", visitor.token[:-1]):
            assert visitor.post(path, {"kind": "not_copy", "token": token}).status_code == 403
    assert visitor.desk.every_ruling() == []


def test_every_answer_forbids_what_the_desk_does_not_need(visitor: Visitor) -> None:
    for path in ("/", *visitor.pairs(""), "/rulings", "/static/desk.js", "/desk.zh.js", "/none", "/rulings.csv"):
        with visitor.get(path) as answer:
            headers = answer.headers
        policy = headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Access-Control-Allow-Origin" not in headers
        assert "Set-Cookie" not in headers


def test_pages_hold_no_inline_script_and_no_inline_style(visitor: Visitor) -> None:
    pages = ("/", "/rulings", *visitor.pairs(""))
    for path, language in ((path, language) for path in pages for language in ("en", "zh")):
        text = visitor.get(path, headers={"Accept-Language": language}).text
        assert f'<html lang="{language}' in text
        assert text.count("<script") == 1
        assert "<style" not in text
        assert " style=" not in text
        assert " onclick" not in text

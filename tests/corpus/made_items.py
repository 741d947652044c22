"""Content API items and pages made for the tests, in the shapes that the API returns."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from guidance_assistant.corpus.page import Page

FETCHED = "2026-11-28T09:30:00Z"


def part(
    slug: str, title: str | None = "A part", body: object = "<p>Words of a part.</p>"
) -> dict[str, object]:
    return {"slug": slug, "title": title, "body": body}


def item(base_path: str = "/time-off-to-vote", **changes: object) -> dict[str, object]:
    """An answer with a body; ``changes`` replace or, with None as value, keep JSON's null."""
    made: dict[str, object] = {
        "base_path": base_path,
        "content_id": "3b9f0d7e-0000-4000-8000-000000000001",
        "schema_name": "answer",
        "document_type": "answer",
        "locale": "en",
        "title": "Time off to vote",
        "first_published_at": "2012-01-05T10:00:00.000+00:00",
        "public_updated_at": "2015-08-21T17:14:06.000+01:00",
        "updated_at": "2018-08-09T15:18:10.655Z",
        "withdrawn_notice": {},
        "details": {"body": "<p>Ask your employer first.</p>"},
        "links": {},
    }
    return made | changes


def guide(base_path: str = "/odd-jobs", *parts: object, **changes: object) -> dict[str, object]:
    listed = parts or (part("overview", "Overview"), part("pay", "Pay", "<p>Pay is monthly.</p>"))
    shape = {"schema_name": "guide", "document_type": "guide", "title": "Odd jobs"}
    return item(base_path, **{**shape, "details": {"parts": list(listed)}, **changes})


def raw(made: object) -> bytes:
    return json.dumps(made).encode()


def save(folder: Path, name: str, made: object) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(made if isinstance(made, bytes) else raw(made))
    return path


def page(page_id: str = "odd-jobs/pay", part_title: str = "Pay", **changes: object) -> Page:
    body = str(changes.pop("body_html", f"<p>The page {page_id}.</p>"))
    values: dict[str, Any] = {
        "page_id": page_id,
        "url": f"https://www.gov.uk/{page_id}",
        "guide_title": "Odd jobs",
        "part_title": part_title,
        "public_updated_at": "2015-08-21T16:14:06Z",
        "updated_at": "2018-08-09T15:18:10Z",
        "retrieved_at": FETCHED,
        "api_sha256": "0" * 64,
        "body_sha256": hashlib.sha256(body.encode()).hexdigest(),
        "body_html": body,
        "content_id": "3b9f0d7e-0000-4000-8000-000000000001",
        "document_type": "guide",
        "locale": "en",
        "nation": "GB",
        "publisher": "GOV.UK",
        "withdrawn": False,
    }
    return Page(**(values | changes))


def pages() -> tuple[Page, ...]:
    """Three pages of two guides; the first part stands at its guide's own address."""
    return (
        page("odd-jobs/overview", "Overview", url="https://www.gov.uk/odd-jobs"),
        page("odd-jobs/pay", "Pay", body_html="<p>Pay – £12.71 an hour</p>"),
        page("time-off-to-vote", "", guide_title="Time off, “to vote”"),
    )

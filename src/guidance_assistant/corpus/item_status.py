"""Why an item of the Content API gives no page: gone, moved, withdrawn, not English, undated.

Dates: ``updated_at`` is the API's own; where it is missing, ``public_updated_at`` or else
``first_published_at`` stands in. ``public_updated_at`` is the API's own; where it is missing,
``first_published_at`` or else ``updated_at`` stands in. An item without any date is left out:
the day it was fetched says nothing of the day it changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from guidance_assistant.corpus.content_item import Item, is_plain_path, plain_line, utc_seconds
from guidance_assistant.corpus.parse import parse_html
from guidance_assistant.errors import HtmlError, ItemError

ReasonKind = Literal[
    "gone",
    "redirected",
    "withdrawn",
    "not in English",
    "no readable text",
    "no date",
    "interactive",
    "unsafe path",
    "malformed",
    "duplicate",
    "not fetched",
]
_WORDS_SHOWN = 200  # characters


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An item, or one part of one, that gives no page.

    Attributes:
        path: the item's base path (with the part's slug), or the file's name where it has none.
        kind: the reason in two or three words, to count by.
        reason: the reason in full, one line.
        updated_at: when the item last changed, as far as it says; else ``""``.
    """

    path: str
    kind: ReasonKind
    reason: str
    updated_at: str = ""


class Unusable(ItemError):
    """An item, or one text of it, cannot be a page; becomes a `LeftOut`."""

    def __init__(self, kind: ReasonKind, reason: str) -> None:
        super().__init__(reason)
        self.kind: ReasonKind = kind
        self.reason = reason

    def left_out(self, path: str, updated_at: str) -> LeftOut:
        """The record of what is left out; a path that is not plain stands there in quotes."""
        named = path if is_plain_path(path) else ascii(path[:_WORDS_SHOWN])
        return LeftOut(named, self.kind, self.reason, updated_at)


def check_usable(item: Item) -> None:
    """Check that an item as a whole may give pages.

    Raises:
        Unusable: it is gone, a redirect, withdrawn, in another language, untitled or undated.
    """
    schemas = {item.schema_name, item.document_type}
    if "gone" in schemas:
        raise Unusable("gone", _gone(item))
    if "redirect" in schemas:
        raise Unusable("redirected", f"it redirects to {_destination(item)}")
    # The API sends the notice as {} where there is none, or leaves it out.
    if item.withdrawn_notice:
        raise Unusable("withdrawn", _withdrawn(item.withdrawn_notice))
    if item.locale and item.locale.partition("-")[0] != "en":
        raise Unusable("not in English", f"its language is {shown(item.locale)}, not English")
    if not plain_line(item.title or ""):
        raise Unusable("malformed", "it has no title")
    if not updated_at(item):
        raise Unusable("no date", "it does not say when it last changed")


def updated_at(item: Item) -> str:
    """When the item last changed in any way, ISO 8601 in UTC, or ``""`` if it has no date.

    Raises:
        ItemError: the date that counts cannot be read.
    """
    return _first_date(item.updated_at, item.public_updated_at, item.first_published_at)


def public_updated_at(item: Item) -> str:
    """When the item last had a major change, ISO 8601 in UTC, or ``""`` if it has no date.

    Raises:
        ItemError: the date that counts cannot be read.
    """
    return _first_date(item.public_updated_at, item.first_published_at, item.updated_at)


def shown(text: str) -> str:
    """Someone else's text on one line and not too long, to be part of a message."""
    line = plain_line(text)
    return line if len(line) <= _WORDS_SHOWN else line[: _WORDS_SHOWN - 1] + "…"


def _first_date(*dates: str | None) -> str:
    return next((utc_seconds(date) for date in dates if date), "")


def _gone(item: Item) -> str:
    details = item.details
    explanation = _words((details and details.explanation) or "")
    instead = (details and details.alternative_path) or ""
    reason = "its publisher removed it"
    if explanation:
        reason += f" (“{explanation}”)"
    return f"{reason}; look at {shown(instead)} instead" if instead else reason


def _destination(item: Item) -> str:
    """Where the item's own path goes; the first destination where no redirect names the path."""
    routes = [route for route in item.redirects or () if route.destination]
    routes.sort(key=lambda route: route.path != item.base_path)
    return shown(routes[0].destination or "") if routes else "an address that it does not give"


def _withdrawn(notice: dict[str, object]) -> str:
    when = notice.get("withdrawn_at")
    try:
        day = f" on {utc_seconds(when)[:10]}" if isinstance(when, str) else ""
    except ItemError:
        day = ""
    return f"its publisher withdrew it{day}: it is kept as history and is out of date"


def _words(html: str) -> str:
    try:
        return shown(parse_html(html).text)
    except HtmlError:
        return ""

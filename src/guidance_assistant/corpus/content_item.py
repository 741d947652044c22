"""The shape of a Content API item, as far as this package reads it, checked where it enters.

Fields that are not named here are ignored. Field names, and which of them hold text, follow the
published content schemas and the API's OpenAPI description.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from guidance_assistant.corpus.snapshot_files import first_fault
from guidance_assistant.errors import ItemError

_BOM = b"\xef\xbb\xbf"
_LONGEST_PATH = 500  # characters; the longest real paths have about 200
_SEGMENT = re.compile(r"(?!\.{1,2}$)[A-Za-z0-9._~:@+,-]+")
# Fields that hold text, in the order in which the site shows them; no schema has them all.
TEXT_FIELDS = (
    "final_outcome_detail",
    "public_feedback_detail",
    "introductory_paragraph",
    "introduction",
    "licence_overview",
    "body",
    "need_to_know",
    "more_information",
    "what_you_need_to_know",
    "other_ways_to_apply",
)


class _Shape(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", hide_input_in_errors=True)


class Rendering(_Shape):
    """One of several forms of the same text: its source (Govspeak), or HTML."""

    content_type: str
    content: str


Body = str | list[Rendering] | None


class Texts(_Shape):
    """The fields of `TEXT_FIELDS`, each HTML or a list of renderings."""

    final_outcome_detail: Body = None
    public_feedback_detail: Body = None
    introductory_paragraph: Body = None
    introduction: Body = None
    licence_overview: Body = None
    body: Body = None
    need_to_know: Body = None
    more_information: Body = None
    what_you_need_to_know: Body = None
    other_ways_to_apply: Body = None

    def in_order(self) -> tuple[Body, ...]:
        """The fields' values in the order of `TEXT_FIELDS`."""
        return tuple(getattr(self, name) for name in TEXT_FIELDS)


class Part(_Shape):
    """A part of a guide: a page of its own under the guide's path."""

    slug: str
    title: str | None = None
    body: Body = None


class Variant(Texts):
    """Another form of a transaction under its path; what it lacks it takes from the main one."""

    slug: str
    title: str | None = None


class Applicability(_Shape):
    """Whether an item holds in one of the four nations."""

    applicable: bool


class Details(Texts):
    """What depends on the item's schema."""

    parts: list[Part] | None = None
    variants: list[Variant] | None = None
    nodes: list[Any] | None = None
    national_applicability: dict[str, Applicability] | None = None
    explanation: str | None = None
    alternative_path: str | None = None


class Redirect(_Shape):
    """Where a path went."""

    path: str | None = None
    destination: str | None = None


class Item(_Shape):
    """One item of the Content API."""

    base_path: str
    schema_name: str | None = None
    document_type: str | None = None
    locale: str | None = None
    title: str | None = None
    content_id: str | None = None
    public_updated_at: str | None = None
    updated_at: str | None = None
    first_published_at: str | None = None
    details: Details | None = None
    withdrawn_notice: dict[str, Any] | None = None
    redirects: list[Redirect] | None = None


def parse_item(raw: bytes) -> Item:
    """Read the bytes of a saved item.

    Raises:
        ItemError: not JSON in UTF-8, nested beyond reason, or a field of a wrong type.
    """
    try:
        return Item.model_validate_json(raw.removeprefix(_BOM))
    except ValidationError as error:
        raise ItemError(f"not a Content API item: {first_fault(error)}") from error


def is_plain_path(path: str) -> bool:
    """Whether a base path is one that can be put behind a host as it is.

    Absolute, of one or more segments of unreserved characters: no scheme or host, no ``//``,
    no ``.`` or ``..`` as a segment, no space, control character, query, anchor or escape.
    """
    return (
        len(path) <= _LONGEST_PATH
        and path.startswith("/")
        and all(is_plain_slug(segment) for segment in path[1:].split("/"))
    )


def is_plain_slug(slug: str) -> bool:
    """Whether a slug is a single segment of a plain path."""
    return len(slug) <= _LONGEST_PATH and _SEGMENT.fullmatch(slug) is not None


def utc_seconds(time: str) -> str:
    """An ISO 8601 time in UTC to the second: ``2018-08-09T15:18:10Z``; no zone means UTC.

    Raises:
        ItemError: not an ISO 8601 time.
    """
    try:
        moment = datetime.fromisoformat(time)
        moment = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError) as error:
        raise ItemError(f"{time[:40]!r} is not an ISO 8601 time") from error
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")


def plain_line(text: str) -> str:
    """Text on one line: white space runs and control characters as a space, no format marks."""
    kept = (" " if unicodedata.category(char) in _BREAKS else char for char in text)
    shown = "".join(char for char in kept if unicodedata.category(char) != "Cf")
    return " ".join(shown.split())


_BREAKS = {"Cc", "Cs", "Zl", "Zp", "Zs"}

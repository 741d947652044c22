"""What a snapshot says about itself: its manifest, its guides, and what was left out.

The models at the end check the same fields where they enter as JSON or CSV; nothing else sees
them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from guidance_assistant.corpus.page import Nation, Page

Kind = Literal["govuk", "sample"]
_Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
_DAY = r"^[0-9]{4}-[01][0-9]-[0-3][0-9]"
_Day = Annotated[str, Field(pattern=_DAY + r"$")]
_Time = Annotated[str, Field(pattern=_DAY + r"T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]Z$")]
_Count = Annotated[int, Field(ge=1)]
_Name = Annotated[str, Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Omission:
    """A page that was asked for and is not in the snapshot, with the reason in plain words."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a snapshot says about itself.

    Attributes:
        fetched_from: first day (ISO 8601) on which one of its pages was fetched.
        fetched_until: last such day.
        created_at: ISO 8601 time at which the snapshot was built.
        attribution: the line that the pages' licence asks for.
        notice: the words to print under every answer, with the fetch date filled in.
    """

    format: int
    kind: Kind
    fetched_from: str
    fetched_until: str
    tool_version: str
    created_at: str
    attribution: str
    notice: str
    pages: int
    guides: int
    left_out: tuple[Omission, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """One guide of the snapshot: where it is, how many pages it has, how old they are.

    Attributes:
        path: the guide's path without the leading slash; its pages' ids start with it.
        licence: SPDX identifier of the licence that the pages come under.
    """

    path: str
    title: str
    pages: int
    public_updated_at: str
    updated_at: str
    retrieved_at: str
    publisher: str
    licence: str
    nation: Nation


def guide_path(page: Page) -> str:
    """Path of the guide that a page belongs to, without the leading slash.

    A part's id is the path, a slash and the part's slug; a page without parts has the path as id.
    """
    return page.page_id.rpartition("/")[0] if page.part_title else page.page_id


class StrictModel(BaseModel):
    """No field more, none of another type; what was found wrong never repeats the input."""

    model_config = ConfigDict(strict=True, extra="forbid", hide_input_in_errors=True)


class OmissionModel(StrictModel):
    """An entry of ``left_out`` in ``manifest.json``."""

    path: str
    reason: str


class ManifestModel(StrictModel):
    """``manifest.json``."""

    format: int
    kind: Kind
    fetched_from: _Day
    fetched_until: _Day
    tool_version: str
    created_at: _Time
    attribution: _Name
    notice: _Name
    pages: _Count
    guides: _Count
    left_out: list[OmissionModel]


class SourceModel(StrictModel):
    """A row of ``sources.csv``, its ``pages`` already a number."""

    path: _Name
    title: _Name
    pages: _Count
    public_updated_at: _Time
    updated_at: _Time
    retrieved_at: _Time
    publisher: _Name
    licence: _Name
    nation: Nation


class PageModel(StrictModel):
    """A line of ``pages.jsonl``."""

    page_id: _Name
    url: _Name
    guide_title: _Name
    part_title: str
    public_updated_at: _Time
    updated_at: _Time
    retrieved_at: _Time
    api_sha256: _Sha256
    body_sha256: _Sha256
    body_html: str
    content_id: str
    document_type: str
    locale: str
    nation: Nation
    publisher: _Name
    withdrawn: bool

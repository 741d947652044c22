"""The records that the corpus stage hands on: page, block, parsed page, chunk, unit.

Positions are offsets in characters (code points) of a page's clean text, half-open, so that
``text[start:end]`` is always the piece meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Nation = Literal["GB", "NI", "UK"]
BlockKind = Literal["heading", "paragraph", "item", "table", "notice"]
UnitKind = Literal["paragraph", "sentence", "list", "row", "table", "notice"]


@dataclass(frozen=True, slots=True)
class Page:
    """One page as its publisher's API returned it, with digests and dates.

    Attributes:
        page_id: the guide's path without the leading slash, then the part's slug
            (``statutory-sick-pay/eligibility``); the path alone for a page without parts.
        url: the address a reader opens. The first part of a guide lives at the guide's own path.
        part_title: empty for a page without parts.
        public_updated_at: ISO 8601 time of the last major change; may be far older than the text.
        updated_at: ISO 8601 time of the last change of any size.
        retrieved_at: ISO 8601 time at which the item was fetched.
        api_sha256: digest of the item's bytes as saved from the API (the same for all its parts).
        body_sha256: digest of ``body_html`` in UTF-8.
        withdrawn: always False in a snapshot built by `build.py`, which leaves such pages out.
    """

    page_id: str
    url: str
    guide_title: str
    part_title: str
    public_updated_at: str
    updated_at: str
    retrieved_at: str
    api_sha256: str
    body_sha256: str
    body_html: str
    content_id: str
    document_type: str
    locale: str
    nation: Nation
    publisher: str
    withdrawn: bool

    @property
    def title(self) -> str:
        """Guide and part as one title: ``Statutory Sick Pay: Eligibility``."""
        return f"{self.guide_title}: {self.part_title}" if self.part_title else self.guide_title


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of a page in reading order.

    Attributes:
        text: equal to ``parsed.text[start:end]``; a table has a line a row, cells joined by
            ``" | "``; other blocks may hold new lines where the page breaks a line.
        section: number of the section the block stands in; every heading opens the next one,
            0 is what stands before the first heading.
        heading_path: headings above the block, outermost first (a heading's own text is last
            in its own path).
        anchor: ``id`` of the nearest heading at or above the block that has one, else ``""``.
        depth: heading level 1 to 6; nesting of a list item from 1; 0 for other kinds.
        header_cells: for a table, per row and cell whether it is a header (same shape as
            the cells of ``text``); empty for other kinds.
    """

    kind: BlockKind
    text: str
    start: int
    end: int
    section: int
    heading_path: tuple[str, ...]
    anchor: str
    depth: int = 0
    header_cells: tuple[tuple[bool, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """A page's clean text, its blocks in reading order, and the boilerplate left out of both."""

    text: str
    blocks: tuple[Block, ...]
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unit:
    """The smallest piece of a chunk that may be quoted alone.

    A unit never parts a sentence, a list from its lead-in, or a table row from its header.

    Attributes:
        spans: pieces of the page's clean text, in order; several only for a table row, whose
            header line stands apart from it.
        text: the pieces joined by a new line, word for word as on the page.
    """

    kind: UnitKind
    spans: tuple[tuple[int, int], ...]
    text: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stored piece of a page, at most 200 words unless a single table or list is longer.

    Attributes:
        chunk_id: first 12 hex digits of SHA-256 over ``page_id|updated_at|start|end``.
        number: position among the page's chunks, from 0.
        text: ``parsed.text[start:end]``.
        context: the title line and, where the text does not start with it, the section's
            headings: what stands in front of ``text`` for search and for a reader.
        text_sha256: digest of ``context`` and ``text``, by which vectors are kept and stale
            answers found; no date is part of it.
        title: the page's title.
        section: headings above, joined by ``" > "``; empty before the first heading.
        url: the page's address with ``#anchor`` where the section has one.
        valid_from: first day (ISO 8601) on which the section holds, or ``""`` for no limit read.
        valid_until: first day on which it no longer holds, or ``""``.
    """

    chunk_id: str
    page_id: str
    number: int
    start: int
    end: int
    text: str
    context: str
    text_sha256: str
    title: str
    section: str
    url: str
    publisher: str
    nation: Nation
    public_updated_at: str
    updated_at: str
    retrieved_at: str
    valid_from: str
    valid_until: str
    units: tuple[Unit, ...]

    @property
    def searchable(self) -> str:
        """Context and text together: what the embedders and the cross-encoder read."""
        return f"{self.context}\n{self.text}" if self.context else self.text

    @property
    def words(self) -> int:
        """Number of white-space separated words in ``text``."""
        return len(self.text.split())

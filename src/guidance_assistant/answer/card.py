"""The card: all that is shown for one question, the same for a person, a program and the web.

Sources are written here from the index; no model writes one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from guidance_assistant.answer.status import Status
from guidance_assistant.corpus.page import Chunk
from guidance_assistant.corpus.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement and the chunks that it rests on.

    Attributes:
        checks: codes of the checks that it failed (``number_not_found:22.4``); empty is good.
    """

    text: str
    chunk_ids: tuple[str, ...]
    checks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """Where a claim can be read, with the dates of the page.

    Attributes:
        number: the ``[1]`` of the card; 0 for a closest page, which no claim cites.
        quote: the words to look for on the page.
    """

    number: int
    chunk_id: str
    page_id: str
    title: str
    section: str
    url: str
    publisher: str
    nation: str
    retrieved_at: str
    updated_at: str
    quote: str


@dataclass(frozen=True, slots=True)
class PassageScore:
    """A passage that the answer was looked for in, with its rank and score under each method."""

    chunk_id: str
    rank: int
    score: float
    scores: Mapping[str, float]
    ranks: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SnapshotFacts:
    """Which pages the card comes from."""

    kind: str
    digest: str
    fetched: str


@dataclass(frozen=True, slots=True)
class Card:
    """An answer, or an abstention, as it is shown. Dates are ISO 8601; timings in milliseconds."""

    question: str
    status: Status
    answer: str
    claims: tuple[Claim, ...]
    sources: tuple[Source, ...]
    closest: tuple[Source, ...]
    ask: str
    notice: str
    attribution: str
    as_of: str
    nation: str
    engine: str
    model: str
    method: str
    passages: tuple[PassageScore, ...]
    rejected: tuple[Mapping[str, str | float], ...]
    snapshot: SnapshotFacts
    usage: Mapping[str, int] = field(default_factory=dict)
    timings_ms: Mapping[str, float] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The card as plain values, ready for JSON."""
        return dataclasses.asdict(self)


def snapshot_facts(snapshot: Snapshot) -> SnapshotFacts:
    """Kind, digest and day of the last fetch."""
    return SnapshotFacts(snapshot.manifest.kind, snapshot.digest, snapshot.manifest.fetched_until)


def sources_of(claims: Iterable[Claim], chunks: Mapping[str, Chunk]) -> tuple[Source, ...]:
    """Sources in the order of first citation, each chunk once, numbered from 1."""
    quotes: dict[str, str] = {}
    for claim in claims:
        for chunk_id in claim.chunk_ids:
            quotes.setdefault(chunk_id, claim.text)
    return tuple(
        source(chunks[chunk_id], number, quote)
        for number, (chunk_id, quote) in enumerate(quotes.items(), start=1)
    )


def source(chunk: Chunk, number: int = 0, quote: str = "") -> Source:
    """A chunk as a source; ``number`` 0 for a page that is only near."""
    return Source(
        number=number,
        chunk_id=chunk.chunk_id,
        page_id=chunk.page_id,
        title=chunk.title,
        section=chunk.section,
        url=chunk.url,
        publisher=chunk.publisher,
        nation=chunk.nation,
        retrieved_at=chunk.retrieved_at,
        updated_at=chunk.updated_at,
        quote=quote,
    )


def answer_text(claims: Iterable[Claim], sources: Iterable[Source]) -> str:
    """The claims as paragraphs, each followed by the numbers of its sources: ``… [1][2]``."""
    numbers = {each.chunk_id: each.number for each in sources}
    return "\n\n".join(
        f"{claim.text} {''.join(f'[{numbers[each]}]' for each in claim.chunk_ids)}"
        for claim in claims
    )

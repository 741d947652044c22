"""From a question to a card, as a list of stages.

Each stage takes a draft and hands on a new one. A stage that gives the draft a status ends the way:
the stages after it are skipped, and the card says why.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from guidance_assistant.answer.card import (
    Card,
    Claim,
    PassageScore,
    Source,
    answer_text,
    snapshot_facts,
    source,
    sources_of,
)
from guidance_assistant.answer.checks import check_quotation
from guidance_assistant.answer.question import Question
from guidance_assistant.answer.quote import quote
from guidance_assistant.answer.relevance import ANSWERS_ABOVE, ON_TOPIC_ABOVE, relevance
from guidance_assistant.answer.status import Status, explain, place_name, where_to_ask
from guidance_assistant.corpus.snapshot import Snapshot
from guidance_assistant.search.retrieve import DEFAULT_METHOD, TOP, Result, Retriever, SearchResult

CLOSEST = 3


@dataclass(frozen=True, slots=True)
class Tools:
    """What the stages work with."""

    snapshot: Snapshot
    retriever: Retriever
    method: str = DEFAULT_METHOD
    top: int = TOP


@dataclass(frozen=True, slots=True)
class Draft:
    """A card in the making."""

    question: Question
    found: SearchResult | None = None
    relevance: Mapping[str, float] = field(default_factory=dict)
    claims: tuple[Claim, ...] = ()
    status: Status | None = None
    why: str = ""
    timings_ms: dict[str, float] = field(default_factory=dict)

    @property
    def passages(self) -> tuple[Result, ...]:
        """The passages in scope, best first."""
        return self.found.results if self.found else ()

    def ends(self, status: Status, **facts: str) -> Draft:
        """This draft with a status and the reason for it."""
        return replace(self, status=status, why=explain(status, **facts))


def search(draft: Draft, tools: Tools) -> Draft:
    """Find passages in force on the day, in the nation, asked for."""
    scope = draft.question.as_of
    found = tools.retriever.search(draft.question.text, tools.method, tools.top, scope)
    return replace(draft, found=found, relevance=relevance(found, tools.retriever))


def refuse_other_nation(draft: Draft, tools: Tools) -> Draft:
    """A question set in a nation that no passage speaks for gets no other nation's rule."""
    nation = draft.question.as_of.nation
    if nation == "GB" or _best(draft, draft.passages) >= ANSWERS_ABOVE:
        return draft
    return draft.ends(Status.OTHER_NATION, place=place_name(nation))


def refuse_advice(draft: Draft, tools: Tools) -> Draft:
    """What to do, and how a case will end, are not the guidance's to say."""
    return draft.ends(Status.PERSONAL_ADVICE) if draft.question.asks_advice else draft


def refuse_other_date(draft: Draft, tools: Tools) -> Draft:
    """When only passages out of force on the day asked for would answer, none does."""
    outside = _best(draft, draft.found.out_of_scope if draft.found else ())
    within = _best(draft, draft.passages)
    if not draft.question.dated or not within < ANSWERS_ABOVE <= outside:
        return draft
    return draft.ends(
        Status.OTHER_DATE, day=draft.question.as_of.day.isoformat(), reach=_reach(tools)
    )


def refuse_weak_passages(draft: Draft, tools: Tools) -> Draft:
    """Below the calibrated score the pages do not answer, or are about something else."""
    best = _best(draft, draft.passages)
    if best >= ANSWERS_ABOVE:
        return draft
    return draft.ends(Status.NOT_COVERED if best >= ON_TOPIC_ABOVE else Status.OFF_TOPIC)


def quote_passages(draft: Draft, tools: Tools) -> Draft:
    """Quote the pieces that answer, word for word."""
    day = draft.question.as_of.day
    return replace(
        draft, claims=tuple(quote(draft.question.text, draft.passages, tools.retriever, day))
    )


def check_claims(draft: Draft, tools: Tools) -> Draft:
    """Drop every claim that fails a check; with none left there is no answer."""
    passages = {result.chunk.chunk_id: result.chunk for result in draft.passages}
    as_of = draft.question.as_of
    good = tuple(claim for claim in draft.claims if not check_quotation(claim, passages, as_of))
    kept = replace(draft, claims=good)
    return replace(kept, status=Status.ANSWERED) if good else kept.ends(Status.NOT_COVERED)


Stage = Callable[[Draft, Tools], Draft]
STAGES: tuple[Stage, ...] = (
    search,
    refuse_other_nation,
    refuse_advice,
    refuse_other_date,
    refuse_weak_passages,
    quote_passages,
    check_claims,
)


def answer(question: Question, tools: Tools) -> Card:
    """Take ``question`` through the stages and write the card."""
    draft = Draft(question)
    for stage in STAGES:
        if draft.status is None:
            started = time.perf_counter()
            draft = stage(draft, tools)
            draft.timings_ms[stage.__name__] = _milliseconds(started)
    return write_card(draft, tools)


def write_card(draft: Draft, tools: Tools) -> Card:
    """The card of a finished draft."""
    status = draft.status or Status.NOT_COVERED
    as_of = draft.question.as_of
    chunks = {result.chunk.chunk_id: result.chunk for result in draft.passages}
    sources = sources_of(draft.claims, chunks) if status.shows_answer else ()
    return Card(
        question=draft.question.text,
        status=status,
        answer=answer_text(draft.claims, sources) if status.shows_answer else draft.why,
        claims=draft.claims if status.shows_answer else (),
        sources=sources,
        closest=() if status.shows_answer else _closest(draft),
        ask="" if status.shows_answer else where_to_ask(status, as_of.nation),
        notice=tools.snapshot.manifest.notice,
        attribution=tools.snapshot.manifest.attribution,
        as_of=as_of.day.isoformat(),
        nation=as_of.nation,
        engine="quote",
        model="",
        method=tools.method,
        passages=tuple(
            PassageScore(r.chunk.chunk_id, r.rank, r.score, r.scores, r.ranks)
            for r in draft.passages
        ),
        rejected=tuple(
            {"chunk_id": r.chunk_id, "score": r.score, "reason": r.reason}
            for r in (draft.found.rejected if draft.found else ())
        ),
        snapshot=snapshot_facts(tools.snapshot),
        timings_ms={**draft.timings_ms, "total": sum(draft.timings_ms.values())},
    )


def _best(draft: Draft, results: Sequence[Result]) -> float:
    """Highest relevance among ``results``; minus infinity when there are none."""
    return max((draft.relevance[result.chunk.chunk_id] for result in results), default=-math.inf)


def _reach(tools: Tools) -> str:
    fetched = tools.snapshot.manifest.fetched_until
    return f" They were fetched on {fetched} and state the rules known then."


def _closest(draft: Draft) -> tuple[Source, ...]:
    """The nearest pages, each once, whether or not they are in scope."""
    found = draft.found
    results = [*found.results, *found.out_of_scope] if found else []
    pages: dict[str, Source] = {}
    for result in sorted(results, key=lambda result: -result.score):
        pages.setdefault(result.chunk.page_id, source(result.chunk))
    return tuple(pages.values())[:CLOSEST]


def _milliseconds(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 2)

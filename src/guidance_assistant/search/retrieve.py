"""Find the passages for a query, by one of four methods, and keep every score on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from guidance_assistant.corpus.page import Chunk
from guidance_assistant.errors import InputError
from guidance_assistant.search.embed import Embedder, open_embedder
from guidance_assistant.search.fuse import (
    CROSS_ENCODER_WEIGHT,
    embedder_weights,
    reciprocal_rank_fusion,
)
from guidance_assistant.search.index import SqliteIndex
from guidance_assistant.search.query import clean_query, question_part, search_words
from guidance_assistant.search.rerank import CrossEncoder

Method = Literal["bm25", "dense", "hybrid", "rerank"]
METHODS: tuple[Method, ...] = get_args(Method)
DEFAULT_METHOD: Method = "rerank"
TOP = 5
DEPTH = 50  # how far down each ranking is read for fusion
DENSE_CANDIDATES = 8  # pairs that the cross-encoder reads, at least
BM25_CANDIDATES = 2

Scope = Callable[[Chunk], str]  # why a chunk is no passage for this question, or ""


@dataclass(frozen=True, slots=True)
class Result:
    """A passage in the ranking of one method.

    Attributes:
        rank: from 1.
        score: by the method asked for; higher is better, scales differ between methods.
        scores: score by each part that saw the passage (``bm25``, an embedder, the cross-encoder).
        ranks: rank by each of those parts, from 1.
    """

    chunk: Chunk
    rank: int
    score: float
    scores: Mapping[str, float]
    ranks: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that is no passage, and why."""

    chunk_id: str
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Passages for a query, best first, and the candidates left out.

    Attributes:
        out_of_scope: passages that would have been among the first but for the scope (their date
            or nation), best first.
    """

    query: str
    method: Method
    results: tuple[Result, ...]
    rejected: tuple[Rejected, ...]
    out_of_scope: tuple[Result, ...]


@dataclass(slots=True)
class _Evidence:
    """Scores and ranks collected while a query is answered."""

    scores: dict[str, dict[str, float]] = field(default_factory=dict)
    ranks: dict[str, dict[str, int]] = field(default_factory=dict)

    def add(self, part: str, ranking: list[tuple[str, float]]) -> None:
        for rank, (chunk_id, score) in enumerate(ranking, start=1):
            self.scores.setdefault(chunk_id, {})[part] = score
            self.ranks.setdefault(chunk_id, {})[part] = rank


class Retriever:
    """Searches one index. Models load at their first use and are then kept."""

    def __init__(self, index: SqliteIndex) -> None:
        self.index = index
        self._embedders: dict[str, Embedder] = {}

    @cached_property
    def cross_encoder(self) -> CrossEncoder:
        """The cross-encoder, loaded."""
        return CrossEncoder()

    def embedder(self, name: str) -> Embedder:
        """An embedder, loaded."""
        if name not in self._embedders:
            self._embedders[name] = open_embedder(name)
        return self._embedders[name]

    def search(
        self,
        query: str,
        method: str = DEFAULT_METHOD,
        top: int = TOP,
        scope: Scope = lambda chunk: "",
    ) -> SearchResult:
        """The ``top`` passages for ``query``.

        Raises:
            QueryError: the query is empty, too long or without a word.
            InputError: no such method, or ``top`` is not between 1 and 100.
            ModelError: a model of the method is missing or changed.
        """
        if method not in METHODS:
            raise InputError(f"no method {method!r}; choose one of: {', '.join(METHODS)}")
        if not 1 <= top <= 100:
            raise InputError(f"--top must be between 1 and 100, not {top}")
        clean = clean_query(query)
        evidence = _Evidence()
        ranking = getattr(self, f"_{method}")(clean, top, evidence, scope)
        return self._result(clean, method, top, ranking, evidence, scope)

    def _bm25(
        self, query: str, top: int, evidence: _Evidence, scope: Scope
    ) -> list[tuple[str, float]]:
        ranking = self.index.bm25(search_words(query), max(DEPTH, top))
        evidence.add("bm25", ranking)
        return ranking

    def _dense(
        self, query: str, top: int, evidence: _Evidence, scope: Scope
    ) -> list[tuple[str, float]]:
        name = self.index.facts.embedders[0]
        ranking = self._nearest(self.similarities(query, name), max(DEPTH, top))
        evidence.add(name, ranking)
        return ranking

    def _hybrid(
        self, query: str, top: int, evidence: _Evidence, scope: Scope
    ) -> list[tuple[str, float]]:
        rankings = {
            "bm25": [each for each, _ in self._bm25(query, top, evidence, scope)],
            "dense": [each for each, _ in self._dense(query, top, evidence, scope)],
        }
        return reciprocal_rank_fusion(rankings, weights={"bm25": 1.0, "dense": 2.0})

    def _rerank(
        self, query: str, top: int, evidence: _Evidence, scope: Scope
    ) -> list[tuple[str, float]]:
        """Sum of scaled scores of the embedders, and of the cross-encoder for the nearest few."""
        similarity = self._summed_similarity(query, evidence)
        nearest = [each for each, _ in self._nearest(similarity, max(DEPTH, top))]
        by_words = [each for each, _ in self._bm25(query, top, evidence, scope)]
        reach = max(DENSE_CANDIDATES, top)
        # Those out of scope are scored too: a status says what a passage would have answered.
        wanted = nearest[:reach] + self._in_scope(nearest, reach, scope)
        extra = [each for each in by_words if each not in wanted]
        wanted += self._in_scope(extra, BM25_CANDIDATES, scope)
        candidates = list(dict.fromkeys(wanted))
        logits = self._cross_scores(question_part(query), candidates)
        evidence.add(self.cross_encoder.name, sorted(logits.items(), key=lambda pair: -pair[1]))
        fused = {
            each: CROSS_ENCODER_WEIGHT * logit + float(similarity[self.index.row(each)])
            for each, logit in logits.items()
        }
        ranked = sorted(fused.items(), key=lambda pair: -pair[1])
        floor = ranked[-1][1] if ranked else 0.0
        # What the cross-encoder did not read follows behind, in the order of the embedders.
        rest = [each for each in nearest if each not in fused]
        return ranked + [(each, floor - 0.001 * n) for n, each in enumerate(rest, start=1)]

    def similarities(self, query: str, embedder: str) -> NDArray[np.float32]:
        """Cosine of the query with every chunk: ``(chunks,)``, in the order of the index."""
        vector = self.embedder(embedder).queries([query])[0].astype(np.float32)
        found: NDArray[np.float32] = self.index.vectors(embedder) @ vector
        return found

    def summed_similarity(self, query: str) -> dict[str, float]:
        """The embedders' share of the sum of scaled scores, for every chunk by id."""
        total = self._summed_similarity(query, _Evidence())
        return dict(zip(self.index.chunk_ids, map(float, total), strict=True))

    def _summed_similarity(self, query: str, evidence: _Evidence) -> NDArray[np.float32]:
        total = np.zeros(len(self.index.chunk_ids), np.float32)
        for name, weight in embedder_weights(self.index.facts.embedders).items():
            similarity = self.similarities(query, name)
            evidence.add(name, self._nearest(similarity, DEPTH))
            total += weight * similarity
        return total

    def _nearest(self, similarity: NDArray[np.float32], limit: int) -> list[tuple[str, float]]:
        count = min(limit, len(similarity))
        if not count:
            return []
        rows = np.argpartition(-similarity, count - 1)[:count]
        rows = rows[np.lexsort((rows, -similarity[rows]))]
        return [(self.index.chunk_ids[row], float(similarity[row])) for row in rows]

    def _in_scope(self, chunk_ids: list[str], limit: int, scope: Scope) -> list[str]:
        kept: list[str] = []
        for chunk in self._stream(chunk_ids):
            if len(kept) == limit:
                break
            if not scope(chunk):
                kept.append(chunk.chunk_id)
        return kept

    def _stream(self, chunk_ids: list[str]) -> Iterator[Chunk]:
        return (self.index.chunk(chunk_id) for chunk_id in chunk_ids)

    def _cross_scores(self, question: str, chunk_ids: list[str]) -> dict[str, float]:
        texts = [chunk.searchable for chunk in self.index.chunks(chunk_ids)]
        return dict(zip(chunk_ids, self.cross_encoder.scores(question, texts), strict=True))

    def _result(
        self,
        query: str,
        method: str,
        top: int,
        ranking: list[tuple[str, float]],
        evidence: _Evidence,
        scope: Scope,
    ) -> SearchResult:
        results: list[Result] = []
        outside: list[Result] = []
        rejected: list[Rejected] = []
        for chunk_id, score in ranking:
            chunk = self.index.chunk(chunk_id)
            reason, full = scope(chunk), len(results) == top
            kept = outside if reason else results
            if not full:
                scores, ranks = evidence.scores.get(chunk_id, {}), evidence.ranks.get(chunk_id, {})
                kept.append(Result(chunk, len(kept) + 1, score, scores, ranks))
            if full or reason:
                rejected.append(Rejected(chunk_id, score, reason or f"not among the first {top}"))
        return SearchResult(query, _method(method), tuple(results), tuple(rejected), tuple(outside))


def _method(name: str) -> Method:
    return next(each for each in METHODS if each == name)

"""The quote engine: choose the pieces of the passages that answer, and give them word for word.

A piece (`corpus.page.Unit`) is never cut. Pieces are scored by the likeness of their meaning to the
question and by the rank of their passage; the best is taken first, then others while they are
nearly as good and the whole stays short. What qualifies a piece comes with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from guidance_assistant.answer.card import Claim
from guidance_assistant.corpus.page import Chunk, Unit
from guidance_assistant.corpus.periods import read_period
from guidance_assistant.corpus.units import qualifies
from guidance_assistant.search.index import unit_embedder, unit_sha256
from guidance_assistant.search.retrieve import Result, Retriever

MAX_WORDS = 80  # about: a list or a condition is not cut to keep to it
MAX_PASSAGES = 3
UNIT_WEIGHT = 25.0  # of a unit's cosine, beside the fused score of its passage
MARGIN = 2.5  # how much lower than the best another piece may score


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit of a passage with its score for the question."""

    passage: int
    position: int
    chunk: Chunk
    unit: Unit
    score: float

    @property
    def words(self) -> int:
        """White-space separated words."""
        return len(self.unit.text.split())


def quote(
    question: str, passages: Sequence[Result], retriever: Retriever, day: date
) -> list[Claim]:
    """Claims that quote the passages, in the order of the passages, then of the page.

    Empty when no passage has a piece in force on ``day``.
    """
    pieces = score_pieces(question, passages, retriever, day)
    chosen = _choose(sorted(pieces, key=lambda piece: -piece.score), pieces)
    return [_claim(group) for group in _runs(sorted(chosen, key=_reading_order))]


def score_pieces(
    question: str, passages: Sequence[Result], retriever: Retriever, day: date
) -> list[Piece]:
    """All pieces of the passages that hold on ``day``, scored, in reading order."""
    embedder = unit_embedder(retriever.index.facts.embedders)
    vector = retriever.embedder(embedder).queries([question])[0].astype(np.float32)
    pieces: list[Piece] = []
    for number, result in enumerate(passages):
        units = [(n, unit) for n, unit in enumerate(result.chunk.units) if holds_on(unit, day)]
        keys = [unit_sha256(result.chunk, unit) for _, unit in units]
        likeness = retriever.index.unit_vectors(embedder, keys) @ vector if keys else []
        pieces.extend(
            Piece(number, n, result.chunk, unit, result.score + UNIT_WEIGHT * float(alike))
            for (n, unit), alike in zip(units, likeness, strict=True)
        )
    return pieces


def holds_on(unit: Unit, day: date) -> bool:
    """Whether a table row's own label, or a lead-in, does not exclude ``day``."""
    if unit.kind == "row":
        return day in read_period(unit.text.split("\n")[-1].split(" | ")[0])
    if unit.kind == "list":
        return day in read_period(unit.text.split("\n")[0])
    return True


def _choose(ranked: Sequence[Piece], pieces: Sequence[Piece]) -> list[Piece]:
    """Best first, each with what qualifies it, while it is nearly as good and there is room."""
    chosen: list[Piece] = []
    for piece in ranked:
        if chosen and piece.score < ranked[0].score - MARGIN:
            break
        together = [each for each in _with_qualifiers(piece, pieces) if each not in chosen]
        if _fits(chosen + together) or not chosen:
            chosen += together
    return chosen


def _fits(pieces: Sequence[Piece]) -> bool:
    passages = {piece.passage for piece in pieces}
    return sum(piece.words for piece in pieces) <= MAX_WORDS and len(passages) <= MAX_PASSAGES


def _with_qualifiers(piece: Piece, pieces: Sequence[Piece]) -> list[Piece]:
    """The piece, what it qualifies before it, and what qualifies it after it."""
    row = pieces.index(piece)
    first = last = row
    while first > 0 and qualifies(pieces[first].unit.text) and _adjacent(pieces, first - 1):
        first -= 1
    while (
        last + 1 < len(pieces) and _adjacent(pieces, last) and qualifies(pieces[last + 1].unit.text)
    ):
        last += 1
    return list(pieces[first : last + 1])


def _adjacent(pieces: Sequence[Piece], row: int) -> bool:
    """Whether the piece after ``row`` follows it in the same chunk."""
    one, two = pieces[row], pieces[row + 1]
    return one.passage == two.passage and one.position + 1 == two.position


def _reading_order(piece: Piece) -> tuple[int, int]:
    return piece.passage, piece.position


def _runs(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces that follow one another on the page, together."""
    runs: list[list[Piece]] = []
    for piece in pieces:
        before = runs[-1][-1] if runs else None
        if before and before.passage == piece.passage and before.position + 1 == piece.position:
            runs[-1].append(piece)
        else:
            runs.append([piece])
    return runs


def _claim(run: Sequence[Piece]) -> Claim:
    lines: list[str] = []
    for piece in run:
        new = piece.unit.text.split("\n")
        # Rows of one table share their lead-in and header: give them once.
        shared = piece.unit.kind == "row" and all(line in lines for line in new[:-1])
        lines.extend(new[-1:] if shared else new)
    return Claim("\n".join(lines), (run[0].chunk.chunk_id,))

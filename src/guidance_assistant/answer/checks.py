"""Checks by code on every claim before it is shown. A code names what failed; none means good."""

from __future__ import annotations

from collections.abc import Mapping

from guidance_assistant.answer.card import Claim
from guidance_assistant.corpus.page import Chunk
from guidance_assistant.search.scope import AsOf


def check_quotation(claim: Claim, passages: Mapping[str, Chunk], as_of: AsOf) -> tuple[str, ...]:
    """Codes of the checks that a word-for-word claim fails.

    ``unknown_id:ID``: the chunk cited is not among the passages. ``not_verbatim:ID``: the words are
    not those of the chunk. ``wrong_nation:ID``, ``wrong_period:ID``: the chunk states a rule of
    another nation, or one not in force on the day asked for. ``no_citation``: nothing is cited.
    """
    if not claim.chunk_ids:
        return ("no_citation",)
    codes: list[str] = []
    for chunk_id in claim.chunk_ids:
        chunk = passages.get(chunk_id)
        codes.extend(_chunk_codes(claim, chunk, as_of) if chunk else [f"unknown_id:{chunk_id}"])
    return tuple(codes)


def _chunk_codes(claim: Claim, chunk: Chunk, as_of: AsOf) -> list[str]:
    found = {
        "not_verbatim": not is_verbatim(claim.text, chunk),
        "wrong_nation": bool(as_of.wrong_nation(chunk)),
        "wrong_period": bool(as_of.wrong_date(chunk)),
    }
    return [f"{code}:{chunk.chunk_id}" for code, failed in found.items() if failed]


def is_verbatim(text: str, chunk: Chunk) -> bool:
    """Whether every line of ``text`` is a whole line, or run of sentences, of the chunk, in order.

    Lines are compared, and not the text as one, because a table row is quoted under its header row.
    The words in front of a chunk (its lead-in among them) count as its own.
    """
    where = 0
    own = chunk.searchable
    for line in text.split("\n"):
        at = own.find(line, where)
        if at < 0:
            return False
        where = at + len(line)
    return bool(text.strip())

"""Read what a person typed: clean it, refuse what cannot be searched, find the question in it."""

from __future__ import annotations

import re
import unicodedata

from guidance_assistant.corpus.units import sentences
from guidance_assistant.errors import QueryError

MAX_CHARACTERS = 8_000  # about 1,400 words: longer than any story told at a desk
_ASKS = re.compile(
    r"(?:and |so |but |also |please )?(?:what|when|where|which|who|whom|whose|why|how|can|could|do|"
    r"does|did|is|are|am|was|were|will|would|should|shall|may|must|has|have|had|tell me|"
    r"i (?:want|need|would like|'d like) to know)\b",
    re.I,
)
_STORY_WORDS = 25  # shorter than this, the whole of it is the question


def clean_query(text: str) -> str:
    """The query with control characters and repeated spaces taken out.

    Raises:
        QueryError: it is empty, longer than `MAX_CHARACTERS`, or holds no letter and no digit.
    """
    if len(text) > MAX_CHARACTERS:
        raise QueryError(
            f"the question has {len(text):,} characters, at most {MAX_CHARACTERS:,} can be read; "
            "shorten it to what happened and what you want to know"
        )
    kept = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text)
    clean = " ".join(kept.split())
    if not clean:
        raise QueryError(
            "the question is empty; type a question, for example: How long is SSP paid?"
        )
    if not any(character.isalnum() for character in clean):
        raise QueryError("the question holds no word; type a question in words")
    return clean


def question_part(query: str) -> str:
    """The sentences of a long query that ask something; the whole query when it is short.

    A cross-encoder reads a story as a topic of its own, so it is given only what is asked.
    """
    if len(query.split()) <= _STORY_WORDS:
        return query
    parts = [query[start:end] for start, end in sentences(query)]
    asking = [part for part in parts if part.endswith("?")]
    asking = asking or [part for part in parts if _ASKS.match(part)]
    return " ".join(asking[-2:]) or query


_WORD = re.compile(r"\w+")
_STOPWORDS = frozenset(
    "a about after am an and any are as at be because been but by can could did do does doing for "
    "from get had has have he her his how i if in into is it its me my of on or our she should so "
    "than that the their them then there these they this to up us was we were what when where "
    "which who why will with would you your".split()
)


def search_words(query: str) -> list[str]:
    """Lower-case words of a query without those that every page has; all if none is left."""
    words = list(dict.fromkeys(_WORD.findall(query.lower())))
    return [word for word in words if word not in _STOPWORDS] or words

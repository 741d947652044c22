"""Read a question: its words, the day and nation it is about, and whether it asks for advice."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from guidance_assistant.corpus.periods import Period, read_dates
from guidance_assistant.errors import InputError
from guidance_assistant.search.nations import AskedNation, asked_nation
from guidance_assistant.search.query import clean_query
from guidance_assistant.search.scope import AsOf

# Asks to be told what to do, or how things will turn out. An entitlement ("should I be paid?",
# "how much notice should I give?") is not advice, so "should I" counts only before a decision.
_ADVICE = re.compile(
    r"\bshould (?:i|we|she|he|they|my \w+) (?:just |really |even |still )?(?:accept|sign|resign|"
    r"quit|sue|"
    r"settle|refuse|agree|turn (?:it |this |them )?down|walk out|take (?:it|the|this|their|them|"
    r"voluntary|my employer)|go (?:to|for|ahead)|appeal|leave|stay|hold out|fight|report|bother)|"
    r"\bwhat (?:should|would you|do you think) (?:i|we|she|he|they|you)? ?(?:do\b|advise|recommend|"
    r"suggest)|\bwhat (?:do|would) you (?:advise|recommend|suggest|think)|"
    r"\b(?:do|would) you (?:think|advise|recommend|suggest)\b|"
    r"\bis (?:it|this|that) (?:worth|a good|wise|sensible|fair)\b|"
    r"\b(?:will|would|can|could) (?:i|we|she|he|they) (?:win|lose|succeed)\b|"
    r"\b(?:my|our|her|his|their|the) (?:chances?|odds|prospects)\b|\bhow likely\b|"
    r"\bam i likely\b|\b(?:best|better) (?:thing|option|course|to) ?(?:for me|to do|of action)?\b.*"
    r"\b(?:accept|sign|resign|settle|claim|leave)\b",
    re.I,
)
# A date after these words says when something began, not the day to answer for.
_BEGAN = re.compile(
    r"(?:since|since the start|start date(?: \w+)?|(?:got|took) (?:the|this|my) job|"
    r"started(?: \w+){0,4}|began(?: \w+){0,3}|joined(?: \w+){0,3}|born|hired|taken on|"
    r"employed|employment|working(?: \w+){0,3}|worked(?: \w+){0,3})"
    r"(?: in| on| of| from| since| at the (?:start|end) of)?$",
    re.I,
)
# "in 2024" is a date; the 2024 of "2024 hours" or "£2024" is not.
_BARE_YEAR = re.compile(
    r"(?:\b(?:in|during|for|of|year|from|since|until|till|before|after|by|to|and|early|late|mid)|-)"
    r" ?$",
    re.I,
)
_RECENT = date(2010, 1, 1)  # an earlier year is a birth, or the start of a job


@dataclass(frozen=True, slots=True)
class Question:
    """A question as read.

    Attributes:
        text: cleaned.
        as_of: day and nation that the answer must be right for.
        dated: whether the question or the caller names a day other than today.
        asks_advice: it asks what to do, or for a prediction.
    """

    text: str
    as_of: AsOf
    dated: bool
    asks_advice: bool


def read_question(text: str, as_of: date | None, nation: str | None, today: date) -> Question:
    """Read ``text``; what the caller states (``as_of``, ``nation``) goes before what is read.

    Raises:
        QueryError: the question is empty, too long or without a word.
        InputError: ``nation`` is not GB or NI.
    """
    clean = clean_query(text)
    day = as_of or asked_day(clean, today) or today
    return Question(
        text=clean,
        as_of=AsOf(day, _nation(nation) or asked_nation(clean) or "GB"),
        dated=day != today,
        asks_advice=bool(_ADVICE.search(clean)),
    )


def asked_day(text: str, today: date) -> date | None:
    """The day that a question names, or None; the latest when it names several.

    A month stands for its 15th, a year for 1 July, a tax year for its first day, unless today
    lies in it.
    """
    spans = [span for start, span in read_dates(text) if _is_asked(text[:start], span)]
    if not spans:
        return None
    return _day_in(max(spans, key=lambda span: span.first or _RECENT), today)


def _is_asked(before: str, span: Period) -> bool:
    """Whether the date after the words ``before`` is one to answer for."""
    if not (span.first and span.until) or span.first < _RECENT:
        return False
    bare_year = (span.first.month, span.first.day) == (1, 1) and (span.until - span.first).days > 31
    return not _BEGAN.search(before.rstrip()) and (not bare_year or bool(_BARE_YEAR.search(before)))


def _day_in(span: Period, today: date) -> date:
    if today in span or not (span.first and span.until):
        return today
    length = (span.until - span.first).days
    if length == 1 or span.first.day != 1:  # a day, or a tax year
        return span.first
    return span.first.replace(day=15) if length <= 31 else span.first.replace(month=7)


def _nation(code: str | None) -> AskedNation:
    wanted = (code or "").upper()
    if wanted == "GB":
        return "GB"
    if wanted == "NI":
        return "NI"
    if wanted:
        raise InputError(f"no nation {code!r}; choose GB (England, Scotland, Wales) or NI")
    return ""

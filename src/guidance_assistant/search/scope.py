"""Whether a passage is one for this nation on this day.

Without dates of its own, a passage is taken to hold from the 1 April before it was fetched until
the next 1 April, since rates and most rules of work change then. A date outside those months needs
a passage that names its own period.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from guidance_assistant.corpus.page import Chunk
from guidance_assistant.corpus.periods import Period
from guidance_assistant.search.nations import AskedNation


@dataclass(frozen=True, slots=True)
class AsOf:
    """The nation and the day an answer must be right for."""

    day: date
    nation: AskedNation = "GB"

    def __call__(self, chunk: Chunk) -> str:
        """Why ``chunk`` is no passage for this question, or ``""``."""
        return self.wrong_nation(chunk) or self.wrong_date(chunk)

    def wrong_nation(self, chunk: Chunk) -> str:
        """``other nation: GB`` when the chunk states another nation's rule."""
        if chunk.nation == "UK" and self.nation in ("GB", "NI"):
            return ""
        return "" if chunk.nation == self.nation else f"other nation: {chunk.nation}"

    def wrong_date(self, chunk: Chunk) -> str:
        """``out of force on DATE`` or ``says nothing of DATE``."""
        period = period_of(chunk)
        fetched = date.fromisoformat(chunk.retrieved_at[:10])
        if period and self.day not in period:
            return f"out of force on {self.day.isoformat()}"
        if self.day in current_year(fetched) or _reaches(period, self.day, fetched):
            return ""
        return f"says nothing of {self.day.isoformat()}"


def period_of(chunk: Chunk) -> Period:
    """The period that a chunk's headings state."""
    first, until = (
        date.fromisoformat(d) if d else None for d in (chunk.valid_from, chunk.valid_until)
    )
    return Period(first, until)


def current_year(fetched: date) -> Period:
    """1 April on or before ``fetched`` to the next 1 April."""
    start = date(fetched.year if fetched >= date(fetched.year, 4, 1) else fetched.year - 1, 4, 1)
    return Period(start, date(start.year + 1, 4, 1))


def _reaches(period: Period, day: date, fetched: date) -> bool:
    """Whether a stated period speaks of a day outside the current year.

    The past is known only between two stated ends; the future only until a stated end, or from a
    start that was still to come when the page was fetched, and then for its first year.
    """
    if period.first and period.until:
        return day in period
    if period.first and period.first > fetched:
        return day in current_year(period.first)
    return bool(period.until) and day > fetched and day in period

"""The closed set of outcomes, and what a person is told about each.

Not answering is an outcome like any other; it is never an exception.
"""

from __future__ import annotations

from enum import StrEnum


class Status(StrEnum):
    """How a question ended."""

    ANSWERED = "answered"
    PARTLY_ANSWERED = "partly_answered"
    NOT_COVERED = "not_covered"
    OTHER_NATION = "other_nation"
    OTHER_DATE = "other_date"
    PERSONAL_ADVICE = "personal_advice"
    OFF_TOPIC = "off_topic"
    NEEDS_DETAIL = "needs_detail"
    FAILED = "failed"

    @property
    def shows_answer(self) -> bool:
        """Whether claims are shown under this status."""
        return self in (Status.ANSWERED, Status.PARTLY_ANSWERED)


ACAS = "Acas, free and confidential: 0300 123 1100, https://www.acas.org.uk/contact"
NORTHERN_IRELAND = (
    "nidirect: https://www.nidirect.gov.uk/information-and-services/employment; "
    "Labour Relations Agency: 03300 555 300, https://www.lra.org.uk"
)

_WHY = {
    Status.NOT_COVERED: "The guidance does not say: no passage of these pages answers this.",
    Status.OTHER_NATION: "These pages do not cover {place}, where other rules apply.",
    Status.OTHER_DATE: "These pages do not say what the rule is on {day}.{reach}",
    Status.PERSONAL_ADVICE: (
        "This asks what to do, or how a case will end. The guidance states rules; it does not "
        "advise, and neither does this tool."
    ),
    Status.OFF_TOPIC: "These pages are about rights at work; this is about something else.",
    Status.NEEDS_DETAIL: "The rule turns on something that the question does not say: {detail}.",
    Status.FAILED: "No answer could be made: {detail}. Nothing is shown rather than a guess.",
}
_PLACES = {"NI": "Northern Ireland", "other": "that place"}


def explain(status: Status, **facts: str) -> str:
    """Why there is no answer, in a sentence or two.

    ``facts`` fills what the sentence names: ``place``, ``day``, ``reach``, ``detail``.
    """
    return _WHY[status].format_map({"reach": "", "place": "that place", "detail": "", **facts})


def place_name(nation: str) -> str:
    """A nation's code in words."""
    return _PLACES.get(nation, "Great Britain")


def where_to_ask(status: Status, nation: str) -> str:
    """Who can help with a question that was not answered."""
    if nation == "NI":
        return f"Ask {NORTHERN_IRELAND}; or an adviser."
    if nation == "other":
        return "Ask an adviser, or the labour authority of that place."
    if status is Status.OFF_TOPIC:
        return "Ask an adviser, or look on the publisher's own site."
    return f"Ask {ACAS}; or an adviser."

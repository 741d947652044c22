"""The attribution line, the licence and the notice that a snapshot carries, by its kind."""

from __future__ import annotations

from guidance_assistant.corpus.snapshot_records import Kind

# The Open Government Licence v3.0 asks for this statement where the publisher gives none.
_GOVUK_ATTRIBUTION = (
    "Contains public sector information licensed under the Open Government Licence v3.0."
)
_SAMPLE_ATTRIBUTION = (
    "Sample text written for guidance-assistant (MIT licence)."
    " It restates public facts in its own words; it is not GOV.UK's text."
)
_GOVUK_NOTICE = (
    "This is what the publisher's guidance says; it is not legal advice, and this is not a"
    " government service. The pages were fetched on {DATE} and may have changed since then, so"
    " open them and read them before you rely on an answer."
)
_SAMPLE_NOTICE = (
    "This is what the publisher's guidance says, restated in sample pages; it is not legal"
    " advice, and this is not a government service. The sample pages hold the facts of {DATE},"
    " which may have changed since then, so open the publisher's own pages and read them before"
    " you rely on an answer."
)
_TEXTS: dict[Kind, tuple[str, str, str]] = {
    "govuk": (_GOVUK_ATTRIBUTION, _GOVUK_NOTICE, "OGL-UK-3.0"),
    "sample": (_SAMPLE_ATTRIBUTION, _SAMPLE_NOTICE, "MIT"),
}


def attribution(kind: Kind) -> str:
    """The line that the licence of the pages asks for."""
    return _TEXTS[kind][0]


def notice(kind: Kind, fetched_from: str, fetched_until: str) -> str:
    """The words to print under every answer.

    They say four things: this is what the publisher's guidance says, it is not legal advice,
    this is not a government service, and the pages were fetched on a date and may have changed.

    Args:
        kind: what the snapshot holds.
        fetched_from: first day of fetching, ISO 8601.
        fetched_until: last day of fetching, ISO 8601.
    """
    days = fetched_from if fetched_from == fetched_until else f"{fetched_from} to {fetched_until}"
    text = _TEXTS[kind][1]
    if fetched_from != fetched_until:
        text = text.replace(" on {DATE}", " from {DATE}")
    return text.replace("{DATE}", days)


def licence(kind: Kind) -> str:
    """SPDX identifier of the licence that the pages come under."""
    return _TEXTS[kind][2]

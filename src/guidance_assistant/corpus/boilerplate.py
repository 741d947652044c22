"""Know the line that many pages carry and no answer needs: this page also exists in Welsh."""

from __future__ import annotations

import re

_LONGEST = 200  # characters; a longer text says something else as well
_PAGE = (
    r"(?:this|the) (?:answer|calculator|collection|consultation|content|document|form|guidance|"
    r"guide|information|manual|notice|page|publication|section|service|tool)"
)
_WELSH = r"(?:the )?(?:welsh(?: language)?(?: cymraeg)?|cymraeg(?: welsh)?)"
_VERSION = rf"welsh(?: language)? (?:translation|version)(?: cymraeg)?(?: of {_PAGE})?"
_SEE = r"(?:you can )?(?:also )?(?:access|download|get|open|read|see|use|view)"
_STATEMENT = re.compile(
    "|".join(
        (
            rf"(?:(?:{_PAGE}|it) is )?(?:also )?available in {_WELSH}",
            rf"{_SEE} {_PAGE} in {_WELSH}",
            rf"{_SEE} (?:a|the) {_VERSION}",
            rf"there i?s (?:also )?a {_VERSION}(?: available)?",
            rf"a {_VERSION} is (?:also )?available",
        )
    )
)


def is_boilerplate(text: str) -> bool:
    """Whether ``text`` says, in English, nothing but that the page can be had in Welsh.

    A form to ask for, or a help line in Welsh, is guidance and stays.
    """
    if len(text) > _LONGEST or not ("Welsh" in text or "Cymraeg" in text):
        return False
    words = " ".join(re.findall(r"\w+", text.lower()))
    return _STATEMENT.fullmatch(words) is not None

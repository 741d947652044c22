"""Which nation's rules a text asks for, from the places it names.

England, Scotland and Wales have the same law of work (``GB``). Northern Ireland has its own
(``NI``). Anywhere else is ``other``, and counts only where the text says that the work is there:
a person from Poland may well ask about a job in Leeds. The islands and the Republic count wherever
they are named, for nobody names them by the way.
"""

from __future__ import annotations

import re
from typing import Literal

AskedNation = Literal["", "GB", "NI", "other"]

_NORTHERN_IRELAND = re.compile(
    r"\b(?:northern ir(?:eland|ish)|n\.? ?ireland|ulster|belfast|(?:london)?derry|lisburn|newry|"
    r"armagh|antrim|tyrone|fermanagh|omagh|enniskillen|ballymena|bangor,? (?:co(?:unty)?\.? )?down|"
    r"co(?:unty)?\.? down|coleraine|craigavon|newtownabbey|larne|strabane|dungannon|stormont|"
    # "NI" is National Insurance before these words
    r"nidirect|labour relations agency)\b|\b(?:in|for|across) N\.?I\b\.?"
    r"(?! (?:number|no|contrib|credit|record|card|class))",
    re.I,
)
_ELSEWHERE = re.compile(
    r"\b(?:republic of ireland|isle of man|guernsey|channel islands|gibraltar)\b|"
    r"(?<!national )(?<!citizen )\b(?:in|under|for|of) (?:the )?(?:republic of ireland|"
    r"ireland|dublin|cork|galway|jersey|"
    r"guernsey|isle of man|channel islands|gibraltar|france|paris|germany|berlin|spain|portugal|"
    r"italy|poland|romania|netherlands|holland|belgium|sweden|norway|denmark|finland|austria|"
    r"switzerland|greece|malta|cyprus|turkey|ukraine|usa|united states|america|new york|"
    r"california|canada|australia|new zealand|india|pakistan|bangladesh|nigeria|ghana|kenya|"
    r"south africa|dubai|uae|china|hong kong|japan|singapore|philippines|brazil|eu)\b"
    r"(?! (?:citizen|national|resident))",
    re.I,
)
_GREAT_BRITAIN = re.compile(
    r"\b(?:great britain|england|scotland|wales|english|scottish|welsh|london|edinburgh|glasgow|"
    r"cardiff|manchester|birmingham|leeds|liverpool|bristol|sheffield|newcastle|aberdeen|swansea)\b",
    re.I,
)


def asked_nation(text: str) -> AskedNation:
    """The nation that ``text`` asks about, or ``""`` when it names no place."""
    if _NORTHERN_IRELAND.search(text):
        return "NI"
    if _GREAT_BRITAIN.search(text):
        return "GB"
    return "other" if _ELSEWHERE.search(text) else ""

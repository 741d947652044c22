"""Keep a hostile body from costing more than its size.

A tree builder that follows the HTML Standard looks through the open elements at nearly every tag,
compares every attribute of a tag with those before it, and opens unclosed formatting anew in every
paragraph: half a megabyte of nested ``div`` takes Lexbor a minute and a half. So the source is
limited beforehand, with no word lost. Nesting is estimated from the tags, on the high side where
they do not match. A body within the limits is left as it is.
"""

from __future__ import annotations

import re
from collections import defaultdict

from guidance_assistant.corpus.flow import BLOCK, HEADINGS, STRUCK

DEEPEST = 512  # elements inside one another; what Blink, Chrome's engine, allows
MOST_FORMATTING = 8  # formatting elements open at once
MOST_ATTRIBUTES = 100  # on one tag
LARGE = 1_000_000  # characters; a longer body does without formatting, on which no word depends

_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u".split())
_VOID = frozenset(
    "area base basefont bgsound br col embed frame hr image img input keygen link meta param "
    "source track wbr".split()
)
# Closed by what follows them, so that they never nest without a container between.
_SELF_CLOSED = frozenset(
    "body caption colgroup dd dt head html li option p tbody td tfoot th thead tr".split()
)
_SCOPES = frozenset("applet marquee object table template".split())
_TAG = re.compile(
    r"""
    (?P<plain>(?:</?(?:li|p|td|th|tr)>[^<]*+)++)  # many at a time, for speed
    | <!--(?:-?>|.*?(?:--!?>|\Z))
    | <(?P<raw>iframe|noembed|noframes|script|style|textarea|title|xmp)(?=[\s/>])
      .*?(?:</(?P=raw)|\Z)
    | <(?P<slash>/?)(?P<name>[a-z][^\s/>]*+)
      (?P<attributes>(?:[^>=]++|=\s*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|))*+)
      (?:>|\Z)
    """,
    re.A | re.I | re.S | re.X,
)
_PLAIN = re.compile("<[^>]*>")
_ATTRIBUTE = re.compile(r"""[^\s/=]++(?:\s*+=\s*+(?:"[^"]*+"?|'[^']*+'?|[^\s"']\S*+))?""", re.A)


def limit(body: str) -> str:
    """Take out of the HTML source ``body`` the tags beyond the limits; its text stays."""
    return _TAG.sub(_Limiter(0 if len(body) > LARGE else MOST_FORMATTING), body)


class _Limiter:
    """Decides tag by tag what stays; a tag taken out leaves a line break where it made one."""

    def __init__(self, most_formatting: int) -> None:
        self._most_formatting = most_formatting
        self._formatting: defaultdict[str, list[bool]] = defaultdict(list)  # open; whether kept
        self._formatting_kept = 0
        self._open: list[str] = []
        self._below = 0  # containers open beyond the deepest that is kept

    def __call__(self, found: re.Match[str]) -> str:
        plain, slash, name = found.group("plain", "slash", "name")
        if name is None:
            return _PLAIN.sub("<br>", found[0]) if plain and self._below else found[0]
        name = name.lower()
        if name in _FORMATTING:
            kept = self._keeps_formatting(name, bool(slash))
        elif name in _VOID or self._is_closed_drawing(found):
            kept = True
        else:
            kept = self._keeps(name, bool(slash))
        return _few_attributes(found) if kept else _instead(name, bool(slash))

    def _keeps_formatting(self, name: str, closes: bool) -> bool:
        opened = self._formatting[name]
        if closes and not opened:
            return True  # closes nothing
        if closes:
            keeps = opened.pop()
            self._formatting_kept -= keeps
            return keeps
        keeps = self._formatting_kept < self._most_formatting
        self._formatting_kept += keeps
        opened.append(keeps)
        return keeps

    def _keeps(self, name: str, closes: bool) -> bool:
        if name in _SELF_CLOSED:
            return not self._below
        if self._below:
            self._below += -1 if closes else 1
            return False
        name = "h1" if name in HEADINGS else name  # any end tag closes any heading
        if name == "h1" and self._open[-1:] == ["h1"]:
            self._open.pop()  # an opening heading closes one directly around it, too
        if closes:
            self._close(name)
        elif len(self._open) == DEEPEST:
            self._below = 1
            return False
        else:
            self._open.append(name)
        return True

    def _close(self, name: str) -> None:
        """Close the innermost ``name`` that the end tag can reach, with all inside it."""
        walls = _SCOPES if name in BLOCK else BLOCK | _SCOPES
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place] == name:
                del self._open[place:]
                return
            if self._open[place] in walls:
                return

    def _is_closed_drawing(self, found: re.Match[str]) -> bool:
        """Whether the tag is ``<path/>`` or the like: only in drawings does the slash close."""
        return found[0].endswith("/>") and ("svg" in self._open or "math" in self._open)


def _few_attributes(found: re.Match[str]) -> str:
    attributes = found["attributes"]
    if len(attributes) <= 2 * MOST_ATTRIBUTES:
        return found[0]
    few = len(_ATTRIBUTE.findall(attributes)) <= MOST_ATTRIBUTES
    return found[0] if few else f"<{found['slash']}{found['name']}>"


def _instead(name: str, closes: bool) -> str:
    if name in STRUCK:
        return "</del>" if closes else "<del>"  # means the same and is no formatting element
    return "<br>" if name in BLOCK else ""

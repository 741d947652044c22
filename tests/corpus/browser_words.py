"""What a browser shows of an HTML page, read with html5lib and with none of the parser's code.

The words in document order, as the default style sheet lays them out: an edge of a block, a table
cell or a line break parts words, inline elements do not. Two places differ from a browser's bare
text on purpose, as the parser documents: a digit drawn as an image, superscript or subscript is
parted from a digit before it, and so is text that is struck out or was never filled in.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

import html5lib

NOT_SHOWN = """
    area audio base basefont canvas datalist embed frame frameset head iframe input link meta meter
    noembed noframes noscript param progress rp script style svg template title video
""".split()
BLOCK = """
    address article aside blockquote body caption center dd details dialog dir div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main
    menu nav ol optgroup option p plaintext pre search section summary table tbody td tfoot th
    thead tr ul xmp
""".split()


STRUCK = ("del", "s", "strike")


def shown_words(html: str) -> list[str]:
    """Words of ``html`` in the order of the page; a table's captions come first."""
    body = html5lib.parse(html, namespaceHTMLElements=False).find("body")
    if body is None:
        return []
    shown: list[str] = []
    _show(body, shown, above=())
    return without_bars("".join(shown).split())


def without_bars(words: list[str]) -> list[str]:
    """The words without lone bars, which part the cells of a table in the parser's text."""
    return [word for word in words if word not in ("|", "¦")]


def embeds_parted(text: str) -> str:
    """The text with every embedded block that was not filled in as a word of its own."""
    return re.sub(r"(\{\{embed:[^{}]*\}\})", r" \1 ", text)


def _show(element: Element, shown: list[str], above: tuple[str, ...]) -> None:
    tag = _name(element)
    struck = tag in STRUCK and not any(outer in STRUCK for outer in above)
    edge = " " if struck or tag in BLOCK or tag == "br" else ""
    shown.append(edge)
    raised = len(shown) if tag in ("sub", "sup") else None
    _text(element.text, shown)
    children = list(element)
    if tag == "table" and "table" not in above:
        children.sort(key=lambda child: _name(child) != "caption")
    for child in children:
        if _name(child) == "img":
            _apart(_with_width(child.get("alt", "")), shown)
        elif _name(child) not in NOT_SHOWN and child.get("hidden") is None:
            _show(child, shown, (*above, tag))
        _text(child.tail, shown)
    if raised is not None:
        inside = "".join(shown[raised:])
        del shown[raised:]
        _apart(inside, shown)
    shown.append(edge)


def _name(element: Element) -> str:
    """Name without its namespace; ``noscript``, which is not shown, for a comment."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else "noscript"


def _text(text: str | None, shown: list[str]) -> None:
    shown.append(embeds_parted(_with_width(text or "")))


def _with_width(text: str) -> str:
    return re.sub("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u200b\u2060\ufeff]", "", text)


def _apart(text: str, shown: list[str]) -> None:
    before = next((piece[-1] for piece in reversed(shown) if piece), "")
    shown.append(f" {text}" if before.isdigit() and text[:1].isdigit() else text)


def accounts_for(shown: list[str], read: list[str], dropped: list[list[str]]) -> bool:
    """Whether ``shown`` is ``read`` with the ``dropped`` runs put back in, all in order."""
    if not dropped:
        return shown == read
    first, *rest = dropped
    for place in range(len(shown) - len(first) + 1):
        if shown[place : place + len(first)] == first and accounts_for(
            shown[place + len(first) :], read[place:], rest
        ):
            return True
        if place >= len(read) or shown[place] != read[place]:
            return False
    return False

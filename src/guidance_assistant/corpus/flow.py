"""Walk an HTML tree as a browser lays it out: text, line breaks, and where blocks open and close.

What is shown follows the browser's default style sheet (HTML Standard, "Rendering"), without the
page's own styles. Read: links, abbreviations (their short form), ``details`` whether open or not,
an image's ``alt``, footnote marks. Not read: scripts, drawings, fallbacks for media, whatever is
``hidden``, titles and other attributes, list markers. Struck-out text (``del``, ``s``) is shown by
a browser but no longer meant, so it is reported apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

from selectolax.lexbor import LexborNode

HEADINGS = {f"h{level}": level for level in range(1, 7)}
LISTS = frozenset("dir menu ol ul".split())
STRUCK = frozenset("del s strike".split())
BLOCK = frozenset(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset "
    "figcaption figure footer form header hgroup hr html legend li listing main nav optgroup "
    "option p plaintext pre search section summary table tbody td tfoot th thead tr xmp".split()
).union(HEADINGS, LISTS)
_RAISED = frozenset("sub sup".split())
_INVISIBLE = frozenset(
    "annotation annotation-xml area audio base basefont canvas datalist embed frame frameset head "
    "iframe input link meta meter noembed noframes noscript param progress rp script "
    "selectedcontent style svg template title video".split()
)


class Mark(Enum):
    """What an event reports; the second part of the event is named in brackets."""

    TEXT = auto()  # [characters]
    APART = auto()  # [characters of an image, superscript or subscript]
    BREAK = auto()  # a line break inside a block [br]
    STRUCK = auto()  # an element whose text is struck out and not walked [tag]
    OPEN = auto()  # of a block [tag]
    CLOSE = auto()  # of a block [tag]


Event = tuple[Mark, str, LexborNode]


def walk(root: LexborNode, struck: frozenset[str] = STRUCK) -> Iterator[Event]:
    """Events below ``root`` in document order; no recursion, so that depth costs nothing."""
    above: list[LexborNode] = []
    node = root.first_child
    raised: LexborNode | None = None  # a superscript or subscript of which nothing is read yet
    while node is not None or above:
        if node is None:
            node = above.pop()
            raised = None if node is raised else raised
            if (tag := node.tag) in BLOCK:
                yield Mark.CLOSE, tag, node
        elif (tag := node.tag) == "-text":
            yield Mark.APART if raised else Mark.TEXT, node.text_content or "", node
            raised = None
        elif (leaf := _leaf(tag, node, struck)) is not None:
            yield from leaf
            raised = None if leaf else raised
        else:
            if tag in BLOCK:
                yield Mark.OPEN, tag, node
            elif tag in _RAISED:
                raised = raised or node
            above.append(node)
            node = node.first_child
            continue
        node = node.next


def _leaf(tag: str | None, node: LexborNode, struck: frozenset[str]) -> tuple[Event, ...] | None:
    """Events of a node that is not entered, or None for an element to enter."""
    if tag is None or tag in _INVISIBLE or tag[0] == "-":
        return ()
    attributes = node.attributes
    if "hidden" in attributes or (tag == "dialog" and "open" not in attributes):
        return ()
    if tag == "br":
        return ((Mark.BREAK, tag, node),)
    if tag == "img":
        return ((Mark.APART, alt, node),) if (alt := attributes.get("alt")) else ()
    if tag in struck:
        return ((Mark.STRUCK, tag, node),)
    return None

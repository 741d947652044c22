"""Gather a block's text into clean lines, and tell what is not to be read.

White space, no-break spaces included, collapses to one space; what has no width and no meaning
(control characters, soft hyphens) goes. A line ends at a ``br``, at an edge of a block, and at a
new line in ``pre``. Two kinds of text are left out and handed to ``dropped``: struck-out text and
the name of an embedded block that the publisher failed to fill in (``{{embed:…}}``).
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from guidance_assistant.corpus.flow import Event, Mark, walk

_PRESERVED = frozenset("listing plaintext pre xmp".split())
_UNFILLED = re.compile(r"\{\{embed:[^{}]*\}\}")
# C0 and C1 controls that are not white space; soft hyphen, zero-width space, word joiner, BOM.
_NO_WIDTH = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u200b\u2060\ufeff]")


class Lines:
    """The lines of the block being read; ``dropped``, if any, receives what is left out of them."""

    __slots__ = ("_dropped", "_lines", "_parts", "_preserved")

    def __init__(self, dropped: list[str] | None) -> None:
        self._dropped = dropped
        self._lines: list[str] = []
        self._parts: list[str] = []
        self._preserved = 0  # elements open in which a new line of the source is one on the page

    def take_in(self, event: Event) -> None:
        """Add what the event says; a block's edge ends the line."""
        mark, text, node = event
        if mark is Mark.TEXT:
            self._add(text)
        elif mark is Mark.APART:
            self._add(text, apart=True)
        elif mark is Mark.STRUCK:
            self._parts.append(self._without(_struck_text(node)))
        else:
            if self._parts:
                self.end_line()
            if text in _PRESERVED:
                self._preserved += 1 if mark is Mark.OPEN else -1

    def __bool__(self) -> bool:
        """Whether anything, be it white space, waits to be taken."""
        return bool(self._parts or self._lines)

    def end_line(self) -> None:
        """End the line; one without text leaves no trace."""
        line = _clean("".join(self._parts))
        self._parts.clear()
        if line:
            self._lines.append(line)

    def take(self) -> list[str]:
        """Give the lines gathered so far, none of them empty, and start afresh."""
        self.end_line()
        lines, self._lines = self._lines, []
        return lines

    def _add(self, text: str, apart: bool = False) -> None:
        """Add text, which `apart` parts from a figure before it.

        A fraction drawn after a 2, or a footnote mark after a sum, is no digit of that figure.
        """
        text = _NO_WIDTH.sub("", text)
        if apart and text[:1].isdigit() and self._parts and self._parts[-1][-1].isdigit():
            self._parts.append(" ")
        if "{{embed:" in text and self._dropped is not None:
            text = _UNFILLED.sub(self._without, text)
        if self._preserved:
            *ended, text = text.split("\n")
            for line in ended:
                self._parts.append(line)
                self.end_line()
        if text:
            self._parts.append(text)

    def _without(self, text: str | re.Match[str]) -> str:
        """Leave ``text`` out; what stands in its place keeps the words beside it apart."""
        unread = _clean(text if isinstance(text, str) else text[0])
        if unread and self._dropped is not None:
            self._dropped.append(unread)
        return " "


def _clean(text: str) -> str:
    """One line of ``text`` as a browser shows it."""
    return " ".join(text.split())


def _struck_text(node: LexborNode) -> str:
    lines = Lines(dropped=None)
    for event in walk(node, struck=frozenset()):
        lines.take_in(event)
    return " ".join(lines.take())

"""Checkable, dated answers about rights at work from public guidance pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guidance_assistant.version import __version__

if TYPE_CHECKING:
    from guidance_assistant.assistant import Assistant

__all__ = ["Assistant", "__version__"]


def __getattr__(name: str) -> object:
    """Load `Assistant` at first use, so that importing the package stays instant."""
    if name == "Assistant":
        from guidance_assistant.assistant import Assistant

        return Assistant
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

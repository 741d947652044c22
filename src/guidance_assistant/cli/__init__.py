"""The command line: thin commands over the package, with help that answers at once.

Commands import what they need when they run, so that ``--help`` loads no model and no library
beyond click.
"""

from __future__ import annotations

from guidance_assistant.cli.answers import ask, search
from guidance_assistant.cli.group import cli
from guidance_assistant.cli.pages import chunks, ingest, pages, parse
from guidance_assistant.cli.snapshots import snapshot

__all__ = ["cli", "main"]

for command in (ask, search, pages, parse, chunks, ingest, snapshot):
    cli.add_command(command)


def main() -> None:
    """Entry point of ``guidance-assistant``."""
    cli(prog_name="guidance-assistant")

"""Commands that search and answer."""

from __future__ import annotations

import re
import sys
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

import click

from guidance_assistant.cli.group import Places, as_json, print_json, progress_bar
from guidance_assistant.errors import InputError

if TYPE_CHECKING:
    from guidance_assistant.assistant import Assistant

METHOD_HELP = "bm25, dense, hybrid or rerank. Default: rerank."
as_of_option = click.option(
    "--as-of",
    type=click.DateTime(["%Y-%m-%d"]),
    help="The day the answer must be right for. Default: the question's own date, else today.",
)
nation_option = click.option("--nation", help="GB or NI. Default: the question's own, else GB.")


def _day(given: datetime | None) -> date | None:
    return given.date() if given else None


def _read(text: str) -> str:
    """The argument, or all of standard input for ``-``."""
    return sys.stdin.buffer.read().decode("utf-8", "replace") if text == "-" else text


def _open(places: Places, **options: Any) -> Assistant:  # noqa: ANN401 - passed on as they are
    from guidance_assistant.assistant import Assistant

    with progress_bar() as progress:
        return Assistant.open(places.snapshot, places.index, progress=progress, **options)


@click.command()
@click.argument("query")
@click.option("--method", help=METHOD_HELP)
@click.option("--top", type=int, help="How many passages. Default: 5.")
@as_of_option
@nation_option
@as_json
@click.pass_obj
def search(
    places: Places,
    query: str,
    method: str | None,
    top: int | None,
    as_of: datetime | None,
    nation: str | None,
    as_json: bool,
) -> None:
    r"""Show the passages nearest to a QUERY (or ``-`` to read it), with every score.

    \b
    Example:
      guidance-assistant search "sacked after 18 months" --method bm25
    """
    from guidance_assistant.cli.show import search_json, show_search

    with _open(places) as assistant:
        found = assistant.search(_read(query), method, top, _day(as_of), nation)
    if as_json:
        print_json(search_json(found))
        return
    show_search(found)


@click.command()
@click.argument("question")
@click.option("--engine", default="quote", show_default=True, help="quote: word for word.")
@click.option("--method", help=METHOD_HELP)
@as_of_option
@nation_option
@as_json
@click.pass_obj
def ask(
    places: Places,
    question: str,
    engine: str,
    method: str | None,
    as_of: datetime | None,
    nation: str | None,
    as_json: bool,
) -> None:
    r"""Answer a QUESTION (or ``-`` to read it) from the pages, or say that they do not.

    \b
    Examples:
      guidance-assistant ask "How long is Statutory Sick Pay paid?"
      guidance-assistant ask "Minimum wage at 18?" --json
    """
    from guidance_assistant.cli.show import show_card

    text = _read(question)
    if re.fullmatch(r"[QM]\d{1,3}", text.strip()):
        raise InputError(
            f"there is no question {text.strip()!r} in this version; type the question"
        )
    with _open(places, engine=engine, method=method) as assistant:
        card = assistant.ask(text, _day(as_of), nation)
    if as_json:
        print_json(card.to_dict())
        return
    show_card(card)

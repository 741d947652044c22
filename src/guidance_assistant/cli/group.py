"""The root command, its shared options, and the one place where errors become exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from guidance_assistant.errors import GuidanceError
from guidance_assistant.version import __version__

if TYPE_CHECKING:
    from guidance_assistant.assistant import Progress
    from guidance_assistant.corpus.snapshot import Snapshot


class InputFailure(click.ClickException):
    """Wrong input: one line on standard error and exit code 2."""

    exit_code = 2


class GuidanceGroup(click.Group):
    """A group that shows the package's own errors as one line."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own signature
        """Run the command; an error of the package ends it with exit code 2."""
        try:
            return super().invoke(ctx)
        except GuidanceError as error:
            raise InputFailure(" ".join(str(error).split())) from error


@dataclass(frozen=True, slots=True)
class Places:
    """Where the snapshot and the index are, as given on the command line; None if not given."""

    snapshot: Path | None
    index: Path | None

    def load_snapshot(self) -> Snapshot:
        """The snapshot named, or set in the environment, or of the index, or the sample."""
        from guidance_assistant.assistant import choose_snapshot

        return choose_snapshot(self.snapshot, self.index)


@click.group(cls=GuidanceGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="guidance-assistant")
@click.option(
    "--snapshot",
    type=click.Path(path_type=Path),
    help="Folder of a snapshot. Default: the one that was ingested, else the bundled sample.",
)
@click.option(
    "--index",
    type=click.Path(path_type=Path),
    help="The index file. Default: index.sqlite in your data folder.",
)
@click.pass_context
def cli(ctx: click.Context, snapshot: Path | None, index: Path | None) -> None:
    r"""Answer questions about rights at work from public guidance pages.

    Every answer quotes its pages, with address and dates; when they do not answer, it says so.

    \b
    Example:
      guidance-assistant ask "How long is Statutory Sick Pay paid?"
    """
    ctx.obj = Places(snapshot, index)


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program to read.")


def print_json(value: object) -> None:
    """Print ``value`` as JSON; text stays readable, lone surrogates are escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=2, default=str)
    click.echo(text.encode("utf-8", "backslashreplace").decode("utf-8"))


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A progress function that draws a bar on standard error, when a person is watching."""
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, Any] = {}

        def show(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done, total=total)

        yield show

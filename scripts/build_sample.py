"""Build the bundled sample snapshot from the files in ``sample/``; ``--check`` only compares.

Exit code 1: the built files are not what the authored ones give. Exit code 2: an authored file
cannot be used. The same authored files give the same bytes, on every machine and every day.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import tomllib
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from html import escape, unescape
from pathlib import Path
from typing import TypeVar

from markdown_it import MarkdownIt
from pydantic import BaseModel, ConfigDict, ValidationError

from guidance_assistant.corpus.page import Nation, Page
from guidance_assistant.corpus.snapshot_files import FILES, first_fault, sha256
from guidance_assistant.corpus.write import write_snapshot
from guidance_assistant.errors import GuidanceError, InputError

ROOT = Path(__file__).resolve().parents[1]
AUTHORED = ROOT / "sample"
BUILT = ROOT / "src" / "guidance_assistant" / "sample"
SITE = "https://www.gov.uk/"
_HEADING = re.compile(r"<(h[1-6])>(.*?)</\1>", re.S)
_TAG = re.compile(r"(<[^>]*>)")


class _Facts(BaseModel):
    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)


_Model = TypeVar("_Model", bound=_Facts)


class GuideFacts(_Facts):
    """``guide.toml``: the days are those of the last change of any size and of the last major."""

    title: str
    updated: date
    public_updated: date
    nation: Nation
    parts: list[str]
    abbr: dict[str, str] = {}


class SampleFacts(_Facts):
    """``sample.toml``: the day on which the facts were checked."""

    date: date


def main(arguments: list[str] | None = None) -> int:
    """Build, or compare, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--authored", type=Path, default=AUTHORED, help="default: sample/")
    parser.add_argument("--built", type=Path, default=BUILT, help="default: inside the package")
    given = parser.parse_args(arguments)
    try:
        if not given.check:
            build(given.authored, given.built)
            return 0
        stale = compare(given.authored, given.built)
    except GuidanceError as error:
        print(error, file=sys.stderr)
        return 2
    for name in stale:
        print(f"{name} is not what {given.authored} gives; run: make sample", file=sys.stderr)
    return 1 if stale else 0


def build(authored: Path, out: Path) -> None:
    """Write the snapshot of all guides in ``authored`` to ``out``.

    Raises:
        InputError: an authored file is missing, or not of the form that sample/README.md gives.
        SnapshotError: the snapshot cannot be written.
    """
    day = _read_facts(authored / "sample.toml", SampleFacts).date
    guides = sorted(path.parent for path in (authored / "guides").rglob("guide.toml"))
    write_snapshot(
        out,
        [page for guide in guides for page in _pages(guide, authored / "guides", day)],
        kind="sample",
        created_at=_midnight(day),
        tool_version="sample",
        replace=True,
    )


def compare(authored: Path, built: Path) -> list[str]:
    """Names of the built files that differ from what the authored ones give."""
    with tempfile.TemporaryDirectory() as scratch:
        fresh = Path(scratch) / "sample"
        build(authored, fresh)
        return [name for name in FILES if not _same(fresh / name, built / name)]


def render(markdown: str, abbreviations: Mapping[str, str]) -> str:
    """HTML as a publisher's editor gives it: headings with ids, abbreviations marked.

    Args:
        markdown: CommonMark with tables and HTML.
        abbreviations: long forms by short form.

    Raises:
        InputError: two elements would have the same id, or there is a heading of level 1.
    """
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown).strip()
    html = _with_ids(html)
    return _with_abbreviations(html, abbreviations) if abbreviations else html


def _pages(guide: Path, root: Path, day: date) -> Iterator[Page]:
    facts = _read_facts(guide / "guide.toml", GuideFacts)
    path = guide.relative_to(root).as_posix()
    if not facts.public_updated <= facts.updated <= day:
        raise InputError(f"{guide}: needs public_updated <= updated <= the date in sample.toml")
    _check_files(guide, facts.parts)
    for number, slug in enumerate(facts.parts or [""]):
        file = guide / f"{slug or 'page'}.md"
        raw = file.read_bytes()
        title, body = _render_file(file, raw, facts.abbr)
        if not slug and title != facts.title:
            raise InputError(f"{file}: its first line must be the guide's title, # {facts.title}")
        yield Page(
            page_id=f"{path}/{slug}" if slug else path,
            url=f"{SITE}{path}/{slug}" if number else SITE + path,
            guide_title=facts.title,
            part_title=title if slug else "",
            public_updated_at=_midnight(facts.public_updated),
            updated_at=_midnight(facts.updated),
            retrieved_at=_midnight(day),
            api_sha256=sha256(raw),
            body_sha256=sha256(body.encode()),
            body_html=body,
            content_id=str(uuid.uuid5(uuid.NAMESPACE_URL, SITE + path)),
            document_type="guide" if slug else "answer",
            locale="en",
            nation=facts.nation,
            publisher="guidance-assistant sample",
            withdrawn=False,
        )


def _render_file(file: Path, raw: bytes, abbreviations: Mapping[str, str]) -> tuple[str, str]:
    """Title and HTML of one authored page."""
    try:
        first, _, markdown = raw.decode("utf-8").replace("\r\n", "\n").partition("\n")
        title = " ".join(first.removeprefix("# ").split())
        if not first.startswith("# ") or not title:
            raise InputError("the first line must be the page's title, # Title")
        return title, render(markdown, abbreviations)
    except (InputError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: {error}") from error


def _check_files(guide: Path, parts: list[str]) -> None:
    """No part is missing, and no file is forgotten in ``parts``."""
    wanted = Counter(f"{slug}.md" for slug in parts or ["page"])
    found = Counter(path.name for path in guide.glob("*.md"))
    if missing := wanted - found:
        raise InputError(f"{guide}: no file for the part {next(iter(missing))}, or listed twice")
    if forgotten := found - wanted:
        raise InputError(f"{guide}: {next(iter(forgotten))} is not among the parts of guide.toml")


def _read_facts(file: Path, model: type[_Model]) -> _Model:
    try:
        return model.model_validate(tomllib.loads(file.read_text("utf-8")))
    except ValidationError as error:
        raise InputError(f"{file}: {first_fault(error)}") from error
    except (OSError, ValueError) as error:
        raise InputError(f"{file} cannot be read: {error}") from error


def _with_ids(html: str) -> str:
    """Give headings an id made of their words; the second of a name gets ``-1``."""
    taken = re.findall(r'\sid="([^"]*)"', html)
    if len(set(taken)) != len(taken):
        raise InputError(f"the id {Counter(taken).most_common(1)[0][0]} is given twice")
    used: Counter[str] = Counter(taken)

    def with_id(found: re.Match[str]) -> str:
        level, words = found.groups()
        if level == "h1":
            raise InputError("a heading below the title starts with ## or more")
        text = re.sub("['’]", "", unescape(_TAG.sub("", words)).lower())
        slug = re.sub(r"[^a-z0-9]+", "-", text).strip("-")
        number = used[slug]
        used[slug] += 1
        return f'<{level} id="{slug}{f"-{number}" if number else ""}">{words}</{level}>'

    return _HEADING.sub(with_id, html)


def _with_abbreviations(html: str, abbreviations: Mapping[str, str]) -> str:
    """Mark each abbreviation in the text; not in a tag, nor where an <abbr> is written out."""
    longest_first = sorted(abbreviations, key=len, reverse=True)
    any_of = re.compile(
        r"(?<!\w)(?:" + "|".join(re.escape(escape(s)) for s in longest_first) + r")(?!\w)"
    )

    def marked(found: re.Match[str]) -> str:
        return f'<abbr title="{escape(abbreviations[unescape(found[0])])}">{found[0]}</abbr>'

    pieces = _TAG.split(html)
    written_out = False
    for number, piece in enumerate(pieces):
        if piece.startswith(("<abbr", "</abbr")):
            written_out = piece.startswith("<abbr")
        elif not piece.startswith("<") and not written_out:
            pieces[number] = any_of.sub(marked, piece)
    return "".join(pieces)


def _midnight(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"


def _same(one: Path, two: Path) -> bool:
    return two.is_file() and one.read_bytes() == two.read_bytes()


if __name__ == "__main__":
    sys.exit(main())

"""The four files of a snapshot, written and read: pages, sources, manifest, digests.

This module knows bytes and records and no folder: `snapshot.py` loads a folder with it and
`write.py` writes one, so that the format is described once.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields

from pydantic import ValidationError

from guidance_assistant.corpus.page import Page
from guidance_assistant.corpus.snapshot_records import (
    Manifest,
    ManifestModel,
    Omission,
    PageModel,
    Source,
    SourceModel,
)
from guidance_assistant.errors import SnapshotError

FORMAT = 1
PAGES, SOURCES, MANIFEST, SUMS = "pages.jsonl", "sources.csv", "manifest.json", "SHA256SUMS"
DATA_FILES = (MANIFEST, PAGES, SOURCES)
FILES = (*DATA_FILES, SUMS)

_SUM_LINE = re.compile(r"([0-9a-f]{64})  ([^\n]+)\n")


def sha256(data: bytes) -> str:
    """SHA-256 of the bytes as 64 lower-case hex digits."""
    return hashlib.sha256(data).hexdigest()


def encode_pages(pages: Iterable[Page]) -> bytes:
    """A page a line as JSON in UTF-8, keys in the order of `Page`'s fields."""
    return b"".join(_json_line(asdict(page)) for page in pages)


def decode_pages(data: bytes) -> tuple[Page, ...]:
    """Read ``pages.jsonl``.

    Raises:
        SnapshotError: a line is not the JSON of a page; the message names the line.
    """
    if not data.endswith(b"\n"):
        raise SnapshotError(f"{PAGES} is empty or stops in the middle of a line")
    pages = []
    for number, line in enumerate(data[:-1].split(b"\n"), start=1):
        try:
            pages.append(Page(**PageModel.model_validate_json(line).model_dump()))
        except ValidationError as error:
            raise SnapshotError(f"{PAGES} line {number}: {first_fault(error)}") from error
    return tuple(pages)


def encode_sources(sources: Iterable[Source]) -> bytes:
    """A header, then a guide a line, as CSV in UTF-8; lines end as on Unix."""
    text = io.StringIO(newline="")
    # All text in quotes: with these line ends the writer would leave a bare \r unquoted.
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(_SOURCE_COLUMNS)
    writer.writerows(asdict(source).values() for source in sources)
    return text.getvalue().encode()


def decode_sources(data: bytes) -> tuple[Source, ...]:
    """Read ``sources.csv``.

    Raises:
        SnapshotError: the header or a row is not as `encode_sources` writes it.
    """
    try:
        header, *rows = csv.reader(io.StringIO(data.decode(), newline=""), strict=True)
    except (UnicodeDecodeError, ValueError, csv.Error) as error:
        raise SnapshotError(f"{SOURCES} is not CSV in UTF-8 with a header") from error
    if tuple(header) != _SOURCE_COLUMNS:
        raise SnapshotError(f"{SOURCES} must have the columns {', '.join(_SOURCE_COLUMNS)}")
    return tuple(_decode_source(row, number) for number, row in enumerate(rows, start=1))


def encode_manifest(manifest: Manifest) -> bytes:
    """The manifest as indented JSON in UTF-8, keys in the order of its fields."""
    return (json.dumps(asdict(manifest), ensure_ascii=False, indent=2) + "\n").encode()


def decode_manifest(data: bytes) -> Manifest:
    """Read ``manifest.json``; the format number is looked at before anything else.

    Raises:
        SnapshotError: not JSON, another format, or a field missing, unknown or of a wrong type.
    """
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise SnapshotError(f"{MANIFEST} is not JSON") from error
    version = found.get("format") if isinstance(found, dict) else None
    if type(version) is int and version != FORMAT:
        raise SnapshotError(
            f"{MANIFEST} has format {version} and this version reads format {FORMAT}:"
            " use the version that wrote it, or build it again"
        )
    try:
        model = ManifestModel.model_validate_json(data)
    except ValidationError as error:
        raise SnapshotError(f"{MANIFEST}: {first_fault(error)}") from error
    values = model.model_dump(exclude={"left_out"})
    left_out = tuple(Omission(entry.path, entry.reason) for entry in model.left_out)
    return Manifest(**values, left_out=left_out)


def encode_sums(files: Mapping[str, bytes]) -> bytes:
    """Digests of the data files in the format of ``sha256sum``, a file a line."""
    return "".join(f"{sha256(files[name])}  {name}\n" for name in DATA_FILES).encode()


def decode_sums(data: bytes) -> dict[str, str]:
    """Read ``SHA256SUMS`` to digests by file name.

    Only the very bytes that `encode_sums` writes are read, so that no byte can change unseen.

    Raises:
        SnapshotError: a line cannot be read, or a data file has no line.
    """
    found = _SUM_LINE.findall(data.decode("ascii", errors="replace"))
    sums = {name: digest for digest, name in found}
    if tuple(sums) != DATA_FILES or len(data) != sum(len(n) + 67 for n in DATA_FILES):
        raise SnapshotError(
            f"{SUMS} must hold one line each for {', '.join(DATA_FILES)}, as sha256sum writes it"
        )
    return sums


def first_fault(error: ValidationError) -> str:
    """The first thing that a model found wrong, in one line: ``details.parts: …``."""
    fault = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(step) for step in fault["loc"])
    return " ".join(f"{place}: {fault['msg']}".removeprefix(": ").split())


_SOURCE_COLUMNS = tuple(field.name for field in fields(Source))


def _decode_source(row: list[str], number: int) -> Source:
    values: dict[str, object] = dict(zip(_SOURCE_COLUMNS, row, strict=False))
    if len(row) == len(_SOURCE_COLUMNS) and re.fullmatch(r"[1-9][0-9]{0,8}", str(values["pages"])):
        values["pages"] = int(str(values["pages"]))
    try:
        model = SourceModel.model_validate(values)
    except ValidationError as error:
        raise SnapshotError(f"{SOURCES} row {number}: {first_fault(error)}") from error
    if len(row) != len(_SOURCE_COLUMNS):
        raise SnapshotError(f"{SOURCES} row {number} has {len(row)} cells")
    return Source(**model.model_dump())


def _json_line(values: dict[str, object]) -> bytes:
    return (json.dumps(values, ensure_ascii=False) + "\n").encode()

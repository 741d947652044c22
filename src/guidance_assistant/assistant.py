"""The assistant: a snapshot and its index, opened together, that searches and answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import date
from pathlib import Path

from guidance_assistant.answer.card import Card
from guidance_assistant.answer.pipeline import Tools, answer
from guidance_assistant.answer.question import read_question
from guidance_assistant.config import default_index, load_settings
from guidance_assistant.corpus.snapshot import Snapshot, bundled_sample, load_snapshot
from guidance_assistant.errors import IndexMissingError, IndexStaleError, InputError
from guidance_assistant.search.index import SqliteIndex
from guidance_assistant.search.ingest import IngestReport, ingest
from guidance_assistant.search.retrieve import Retriever, SearchResult

ENGINES = ("quote",)
Progress = Callable[[str, int, int], None]


class Assistant:
    """Answers questions from one snapshot. Open it once and keep it: models load at first use."""

    def __init__(
        self, snapshot: Snapshot, index: SqliteIndex, engine: str, method: str, top: int
    ) -> None:
        self.snapshot = snapshot
        self.index = index
        self.engine = engine
        self.method = method
        self.top = top
        self._retriever = Retriever(index)

    @classmethod
    def open(
        cls,
        snapshot: str | Path | None = None,
        index: str | Path | None = None,
        engine: str = "quote",
        method: str | None = None,
        top: int | None = None,
        progress: Progress = lambda what, done, total: None,
    ) -> Assistant:
        """Open a snapshot with its index; all arguments default to the settings.

        With no snapshot named, it is the one that the index was built from. With no index at the
        default place either, the bundled sample is indexed there first.

        Raises:
            InputError: no such engine.
            SnapshotError: the snapshot is missing, incomplete or changed.
            IndexMissingError: there is no index for the snapshot named.
            IndexStaleError: the index is for another snapshot, or is damaged.
        """
        if engine not in ENGINES:
            raise InputError(f"no engine {engine!r}; choose one of: {', '.join(ENGINES)}")
        settings = load_settings()
        folder = snapshot or settings.snapshot
        path = Path(index or settings.index or default_index())
        if not (folder or index or settings.index or path.exists()):
            ingest(load_snapshot(bundled_sample()), path, progress=progress)
        loaded, opened = open_pair(Path(folder) if folder else None, path)
        return cls(
            loaded, opened, engine, method or settings.method, settings.top if top is None else top
        )

    def search(
        self,
        query: str,
        method: str | None = None,
        top: int | None = None,
        as_of: date | None = None,
        nation: str | None = None,
    ) -> SearchResult:
        """The passages for a query, in force on ``as_of`` in ``nation``.

        Raises:
            InputError: the query, method, number or nation cannot be used.
            ModelError: a model is missing or changed.
        """
        question = read_question(query, as_of, nation, date.today())
        return self._retriever.search(
            question.text,
            self.method if method is None else method,
            self.top if top is None else top,
            question.as_of,
        )

    def ask(
        self,
        question: str,
        as_of: date | None = None,
        nation: str | None = None,
        today: date | None = None,
    ) -> Card:
        """The card for a question.

        ``as_of`` goes before a date in the question, and ``today`` serves where there is none.

        Raises:
            InputError: the question or nation cannot be used.
            ModelError: a model is missing or changed.
        """
        read = read_question(question, as_of, nation, today or date.today())
        return answer(read, Tools(self.snapshot, self._retriever, self.method, self.top))

    def close(self) -> None:
        """Release the index."""
        self.index.close()

    def __enter__(self) -> Assistant:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def choose_snapshot(folder: Path | None = None, index: Path | None = None) -> Snapshot:
    """The snapshot in ``folder``, else in the settings, else of the index, else the sample.

    Raises:
        SnapshotError: it is missing, incomplete or changed.
    """
    settings = load_settings()
    if chosen := folder or settings.snapshot:
        return load_snapshot(chosen)
    try:
        with closing(SqliteIndex(index or settings.index or default_index())) as built:
            return load_snapshot(recorded_folder(built))
    except (IndexMissingError, IndexStaleError):
        return load_snapshot(bundled_sample())


def build_index(
    folder: Path | None,
    index: Path | None,
    embedders: Sequence[str] = (),
    progress: Progress = lambda what, done, total: None,
) -> IngestReport:
    """Build the index of the snapshot in ``folder``, else in the settings, else of the sample.

    Raises:
        SnapshotError: the snapshot is missing, incomplete or changed.
        ModelError: no embedder loads.
        IndexMissingError: the index cannot be written.
    """
    settings = load_settings()
    snapshot = load_snapshot(folder or settings.snapshot or bundled_sample())
    return ingest(snapshot, index or settings.index or default_index(), embedders, progress)


def open_pair(folder: Path | None, path: Path) -> tuple[Snapshot, SqliteIndex]:
    """A snapshot and the index at ``path``, which must have been built from it.

    Raises:
        SnapshotError: the snapshot is missing, incomplete or changed.
        IndexMissingError: there is no index at ``path``.
        IndexStaleError: the index was built from another snapshot, or is damaged.
    """
    named = f" --snapshot {folder}" if folder else ""
    named += f" --index {path}" if path != default_index() else ""
    command = f"guidance-assistant{named} ingest"
    if folder and not path.exists():
        load_snapshot(folder)  # a broken snapshot is the first thing to mend
        raise IndexMissingError(f"there is no index at {path} yet; run: {command}")
    index = SqliteIndex(path)
    try:
        snapshot = load_snapshot(folder or recorded_folder(index))
        if snapshot.digest != index.facts.snapshot:
            raise IndexStaleError(
                f"the index {path} was built from another snapshot "
                f"({index.facts.snapshot[:12]}) than {snapshot.folder} ({snapshot.digest[:12]}); "
                f"run: {command}"
            )
    except BaseException:
        index.close()
        raise
    return snapshot, index


def recorded_folder(index: SqliteIndex) -> Path:
    """The folder that an index was built from; for a sample that is gone, this installation's."""
    folder = Path(index.facts.snapshot_folder)
    moved = index.facts.snapshot_kind == "sample" and not folder.is_dir()
    return bundled_sample() if moved else folder

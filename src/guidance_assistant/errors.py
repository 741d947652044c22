"""Every error the package raises, in one tree.

A message says what is wrong and what to do next, in one line: the command line prints it
as it is and exits with code 2. Not finding an answer is never an error; it is a status
(`guidance_assistant.answer.status`).
"""

__all__ = [
    "GuidanceError",
    "HtmlError",
    "IndexMissingError",
    "IndexStaleError",
    "InputError",
    "ItemError",
    "ModelError",
    "QueryError",
    "SnapshotError",
    "SnapshotIntegrityError",
    "UnknownChunkError",
    "UnknownPageError",
]


class GuidanceError(Exception):
    """Root of the tree: catch this to catch everything the package raises on purpose."""


class InputError(GuidanceError):
    """What the caller gave cannot be used; another value would work."""


class QueryError(InputError):
    """The question or query is empty, too long, or holds no readable word."""


class UnknownPageError(InputError):
    """No page of the snapshot has this id, path or address."""


class UnknownChunkError(InputError):
    """No chunk of the index has this id."""


class SnapshotError(GuidanceError):
    """The snapshot is missing, half-written, or not in the format this version reads."""


class SnapshotIntegrityError(SnapshotError):
    """A file of the snapshot is not the one its digest was taken from."""


class ItemError(GuidanceError):
    """A saved Content API item cannot be read as one."""


class HtmlError(GuidanceError):
    """A body is not text that can be parsed as HTML."""


class ModelError(GuidanceError):
    """Model weights are missing, or are not the files whose digests are known."""


class IndexMissingError(GuidanceError):
    """There is no index at this place yet, or what is there is not one."""


class IndexStaleError(GuidanceError):
    """The index was built for another snapshot, another embedder or another format."""

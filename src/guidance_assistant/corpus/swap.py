"""Put a finished folder in the place of another, so that a crash leaves the one or the other.

Linux and macOS can exchange two folders in one step. Where the system or the disk cannot, the
old folder is set aside under a name that readers know (`settled`) and the new one takes its
place: between the two steps the old one still answers.
"""

from __future__ import annotations

import ctypes
import errno
import os
import secrets
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_EXCHANGE = 2  # RENAME_EXCHANGE of Linux's renameat2(2), and RENAME_SWAP of macOS's renamex_np(2)
_AT_FDCWD = -100
_UNSUPPORTED = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EXDEV, errno.EPERM}
_LOCK_SECONDS = 10.0


def settled(folder: Path) -> Path:
    """Where the folder's content stands: in its place, or set aside by a swap cut short."""
    aside = _aside(folder)
    return aside if not folder.exists() and aside.is_dir() else folder


@contextmanager
def replacement(target: Path) -> Iterator[Path]:
    """A new, empty folder beside the target that takes its place when the block ends well.

    Files that stand in the old folder and not in the new one (an index, say) are kept. Writers
    beside each other wait for each other. Whatever happens, no unfinished folder is left; what
    a killed writer left is cleared by the next one.

    Raises:
        OSError: the folder cannot be written, moved or locked.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with _locked(target.parent):
        _clear_leftovers(target)
        partial = target.parent / f".{target.name}.partial-{secrets.token_hex(4)}"
        partial.mkdir()
        try:
            yield partial
            if target.exists():
                _keep_others(target, partial)
            _sync(partial)
            _put_in_place(partial, target)
            _sync(target.parent)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
            _clear_aside(target)


def write_synced(path: Path, data: bytes) -> None:
    """Write a new file and wait until the disk has it."""
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _aside(folder: Path) -> Path:
    return folder.parent / f".{folder.name}.replaced"


def _put_in_place(new: Path, target: Path) -> None:
    if not target.exists() or not any(target.iterdir()):
        with suppress(FileNotFoundError):
            target.rmdir()
        os.rename(new, target)
    elif not _exchange(new, target):
        os.rename(target, _aside(target))
        try:
            os.rename(new, target)
        except OSError:
            os.rename(_aside(target), target)
            raise


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step; False where that cannot be done here."""
    if sys.platform == "win32":
        return False
    system = ctypes.CDLL(None, use_errno=True)
    names = os.fsencode(one), os.fsencode(other)
    if hasattr(system, "renameat2"):
        failed = system.renameat2(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _EXCHANGE)
    elif hasattr(system, "renamex_np"):
        failed = system.renamex_np(*names, _EXCHANGE)
    else:
        return False
    code = ctypes.get_errno()
    if failed and code not in _UNSUPPORTED:
        raise OSError(code, os.strerror(code), str(other))
    return not failed


def _keep_others(old: Path, new: Path) -> None:
    """Give the new folder the files of the old one that it lacks: same file, second name."""
    for entry in old.iterdir():
        kept = new / entry.name
        if kept.exists():
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.copytree(entry, kept, symlinks=True, copy_function=_link_or_copy)
        else:
            _link_or_copy(str(entry), str(kept))


def _link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target, follow_symlinks=False)
    except (OSError, NotImplementedError):
        shutil.copy2(source, target, follow_symlinks=False)


def _clear_leftovers(target: Path) -> None:
    if settled(target) != target:
        os.rename(_aside(target), target)
    _clear_aside(target)
    for entry in target.parent.iterdir():
        if entry.name.startswith(f".{target.name}.partial-"):
            shutil.rmtree(entry, ignore_errors=True)


def _clear_aside(target: Path) -> None:
    """Remove the old folder, but never while it is the only one."""
    if target.exists():
        shutil.rmtree(_aside(target), ignore_errors=True)


def _sync(folder: Path) -> None:
    """Wait until the disk has the folder's list of names; not every system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the only writer's lock on a folder; it ends with the process, however that ends."""
    if sys.platform == "win32":
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        _lock(handle, folder)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path) -> None:
    import fcntl

    until = time.monotonic() + _LOCK_SECONDS
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                raise OSError(
                    errno.EBUSY, "another process is writing in this folder", str(folder)
                ) from None
            time.sleep(0.05)
        except OSError:
            return  # a network disk without locks: one writer at a time is then up to the user
        else:
            return

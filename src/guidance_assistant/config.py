"""Settings, from the environment (``GUIDANCE_…``) or a ``.env`` file in the current folder."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from guidance_assistant.errors import InputError


class Settings(BaseSettings):
    """What can be set once instead of on every command.

    Attributes:
        snapshot: folder of the snapshot; unset means the one that the index was built from, or
            the bundled sample when there is no index.
        index: the index file; unset means ``index.sqlite`` in the user's data folder.
    """

    model_config = SettingsConfigDict(env_prefix="GUIDANCE_", env_file=".env", extra="ignore")

    snapshot: Path | None = None
    index: Path | None = None
    method: str = "rerank"
    top: int = Field(default=5, ge=1, le=100)


def load_settings() -> Settings:
    """Read the settings.

    Raises:
        InputError: a variable has a value that cannot be used.
    """
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "GUIDANCE_" + str(first["loc"][0]).upper()
        raise InputError(f"{name} cannot be used: {first['msg']}; change or unset it") from error


def default_index() -> Path:
    """``index.sqlite`` in the user's data folder (not created here)."""
    return Path(user_data_path("guidance-assistant", appauthor=False)) / "index.sqlite"

"""Brings a store of an older version up to date, step by step.

Stores made before alembic kept their version in SQLite's own field only; alembic is told where
such a store stands, and then walks the steps in `migrations/versions`. The rule of the file: it
works inside a commit of the caller's, so that a store is either old and whole or new and whole.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, inspect

from host_tools.store.tables import ALEMBIC_VERSION, VERSION, revision

STEPS = Path(__file__).with_name("migrations")


def migrate(db: Connection, version: int) -> None:
    """From `version`, as the file names it, to this program's; within a commit of the caller's."""
    config = Config()
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = db
    if not inspect(db).has_table(ALEMBIC_VERSION.name):
        command.stamp(config, revision(version))
    command.upgrade(config, revision(VERSION))

"""Read by alembic when steps are walked: on which connection, and with which tables in mind.

The rule of the file: the connection and its transaction are the caller's; nothing is opened,
committed or configured here.
"""

from __future__ import annotations

from alembic import context

from host_tools.store.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transactional_ddl=False,
)
context.run_migrations()

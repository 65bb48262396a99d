"""How a store of each older version becomes one of the next; walked by alembic."""

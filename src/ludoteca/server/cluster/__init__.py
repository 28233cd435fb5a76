"""Several server processes on one database: which of them runs a table, and how visitors get there."""

"""A database backend for when DATABASE_URL is unset: everything imports, the first connection explains itself."""

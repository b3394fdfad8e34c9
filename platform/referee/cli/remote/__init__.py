"""Commands that talk to an arena over its API. Standard library only: no further package for bot authors."""

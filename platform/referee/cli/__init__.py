"""The bot author's program: ``arena``. Needs neither server nor database."""

from referee.cli.app import main

__all__ = ["main"]

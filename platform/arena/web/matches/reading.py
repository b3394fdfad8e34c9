"""What pages read about games; the same as the API does."""

from arena.matches.reading import recent_games, visible_games, visible_matches, with_seats

__all__ = ["recent_games", "visible_games", "visible_matches", "with_seats"]

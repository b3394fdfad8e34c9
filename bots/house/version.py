"""The versions of the house bots as rated identities."""

from typing import Final

VERSIONS: Final = {"random": 1, "greedy": 1, "expert": 1, "search": 2}
"""A house bot's number is raised when it plays differently: it is then somebody else on the leaderboards."""

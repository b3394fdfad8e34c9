"""Parts of addresses, with bounds that the database has too: a larger number is refused before it is asked."""

from typing import Annotated

from ninja.params.functions import Path

NO_ZERO = r"^[^\x00]*$"
"""Of free text: PostgreSQL cannot keep that sign."""
BotSlug = Annotated[str, Path(min_length=1, max_length=60, pattern=r"^[-a-zA-Z0-9_]+$")]
VariantSlug = Annotated[str, Path(min_length=1, max_length=80, pattern=r"^[-a-zA-Z0-9_]+$")]
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
Id = Annotated[int, Path(ge=1, le=2**63 - 1)]
TournamentSlug = BotSlug
MatchKey = Annotated[str, Path(pattern=r"^[1-9][0-9]{0,3}\.[1-9][0-9]{0,3}\.[1-9][0-9]{0,4}$", max_length=16)]
"""Stage, round and number of a match in its tournament: 1.2.3"""
Small = Annotated[int, Path(ge=1, le=2**15 - 1)]

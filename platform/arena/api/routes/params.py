"""Parts of addresses, with bounds that the database has too: a larger number is refused before it is asked."""

from typing import Annotated

from ninja.params.functions import Path

BotSlug = Annotated[str, Path(min_length=1, max_length=60, pattern=r"^[-a-zA-Z0-9_]+$")]
VariantSlug = Annotated[str, Path(min_length=1, max_length=80, pattern=r"^[-a-zA-Z0-9_]+$")]
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
Id = Annotated[int, Path(ge=1, le=2**63 - 1)]

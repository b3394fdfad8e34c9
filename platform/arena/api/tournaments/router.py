"""One router for all routes of tournaments: an address answers all its methods from one router only."""

from ninja import Router

router = Router(tags=["tournaments"])

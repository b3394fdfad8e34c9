"""Who comes to a table: an account, or a browser that carries a mark of ours. Nobody needs an account to play."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from django.conf import settings

from arena.accounts.models import User
from arena.lib.client_address import holder
from arena.tables.models import Sitting


@dataclass(frozen=True)
class Visitor:
    user: User | None
    guest: str
    """The mark of the browser, empty if it has none."""
    address: str = ""

    @property
    def key(self) -> str:
        """The same for all tables of one account or browser."""
        return f"u{self.user.pk}" if self.user else f"g{self.guest}"

    @property
    def name(self) -> str:
        return str(self.user) if self.user else ""

    @property
    def address_mark(self) -> str:
        """Tells addresses apart without saying which they are."""
        if not self.address:
            return ""
        text = f"table|{holder(self.address)}"
        return hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).hexdigest()

    def sits_in(self, sitting: Sitting) -> bool:
        """Who took a chair as a guest and logged in later is still the same browser."""
        if self.user is not None and sitting.user_id == self.user.pk:
            return True
        return bool(self.guest) and sitting.guest == self.guest


def new_guest() -> str:
    return secrets.token_hex(16)

"""Where a webhook may lead: addresses of the internet, not of the arena's own network.

Checked when it is written down, and again at every connection with the very address that is connected to: a name that
pointed elsewhere yesterday, or points elsewhere in a second, does not help.
"""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class AddressError(Exception):
    """A sentence for the owner of the webhook."""


def check_url(url: str) -> None:
    """What can be said without asking anybody."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise AddressError(_("This is no address of the web.")) from None
    if parts.scheme != "https" and not (parts.scheme == "http" and settings.WEBHOOKS_MAY_BE_PRIVATE):
        raise AddressError(_("Give an address that begins with https://."))
    if not parts.hostname or parts.username is not None or parts.password is not None or port == 0:
        raise AddressError(_("Give an address with a host, and without a name or password in it."))
    try:
        literal = ipaddress.ip_address(parts.hostname)
    except ValueError:
        return
    if not may_connect(literal):
        raise AddressError(_("This address belongs to a private network. Give one of the internet."))


def resolve(host: str, port: int) -> list[tuple[Address, int]]:
    """Addresses of a host that may be connected to, in the order of the resolver."""
    try:
        rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError:
        raise AddressError(_("The host %(host)s is not known.") % {"host": host}) from None
    addresses = [
        (ipaddress.ip_address(row[4][0].partition("%")[0] if isinstance(row[4][0], str) else ""), port) for row in rows
    ]
    allowed = [address for address in addresses if may_connect(address[0])]
    if not allowed:
        raise AddressError(_("%(host)s leads into a private network; nothing was sent.") % {"host": host})
    return allowed


def may_connect(address: Address) -> bool:
    """Of an address that carries another one, both must be public."""
    if settings.WEBHOOKS_MAY_BE_PRIVATE:
        return True
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if address.is_site_local or (inner is not None and not may_connect(inner)):
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved

"""Whose request it is."""

from ipaddress import IPv6Address, ip_address, ip_network


def client_address(forwarded_for: str, peer: str, proxies: int) -> str:
    """The client behind ``proxies`` proxies of ours: only what they added to X-Forwarded-For is believed.

    >>> client_address("6.6.6.6, 198.51.100.7", "10.0.0.1", 1)
    '198.51.100.7'
    >>> client_address("6.6.6.6", "203.0.113.9", 0)
    '203.0.113.9'
    """
    chain = [part.strip() for part in forwarded_for.split(",") if part.strip()]
    return chain[-proxies] if proxies and len(chain) >= proxies else peer


def holder(address: str) -> str:
    """What is counted as one: an IPv4 address, or the network of an IPv6 one, of which everybody has 2**64.

    >>> holder("2001:db8:1:2:3:4:5:6")
    '2001:db8:1:2::/64'
    >>> holder("::ffff:192.0.2.1")
    '192.0.2.1'
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address  # a unix socket, or nonsense of a proxy: all of it together is one client
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed, 64), strict=False))

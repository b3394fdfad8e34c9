"""Whose request it is."""


def client_address(forwarded_for: str, peer: str, proxies: int) -> str:
    """The client behind ``proxies`` proxies of ours: only what they added to X-Forwarded-For is believed.

    >>> client_address("6.6.6.6, 198.51.100.7", "10.0.0.1", 1)
    '198.51.100.7'
    >>> client_address("6.6.6.6", "203.0.113.9", 0)
    '203.0.113.9'
    """
    chain = [part.strip() for part in forwarded_for.split(",") if part.strip()]
    return chain[-proxies] if proxies and len(chain) >= proxies else peer

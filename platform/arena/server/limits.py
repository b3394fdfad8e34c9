"""What one client may take, in one place. What an operator may choose is in the settings."""

from arena.bots.conditions import conditions

HEADERS_S = 15.0
"""From the first byte of a request (or from the connection, if none comes) to the end of its headers."""
MOST_HEADER_BYTES = 64 * 1024
"""Browsers send some kB, cookies included. Every connection may hold so much of our memory before it says what it
wants."""
KEEP_ALIVE_S = 15
"""An open connection may wait so long for its next request."""

MOST_BODY_BYTES = conditions().upload_bytes + 64 * 1024
"""The largest upload and the form around it."""
BODY_S = 20.0
"""A body has so long by itself, and a second more for every ``BODY_BYTES_A_SECOND`` that came."""
BODY_BYTES_A_SECOND = 4 * 1024
"""A slow telephone line manages that; who is slower holds a connection for nothing."""
LONGEST_BODY_S = 15 * 60.0
"""The largest body that an operator can allow comes through within it at 75 kB/s, an ordinary bot within seconds at any
speed."""
IN_MEMORY_BYTES = 64 * 1024
"""Of one body; the rest waits on the disk."""
ON_DISK_BYTES = 512 * 1024 * 1024
"""Of all bodies that are being read by one process."""

STALL_S = 20.0
"""How often a waiting answer is looked at, and ..."""
STALL_BYTES = 20 * 1024
"""... how much of it must have left since, or the connection is cut."""
PEER_GONE_S = 60
"""The kernel gives a peer up that acknowledges nothing for so long."""

MOST_CONNECTIONS = 4000
"""Of one process, whoever they belong to; fewer if the system allows fewer files."""
MOST_REQUESTS = 1000
"""That wait for a thread or have one. More are asked to come back."""
COME_BACK_S = 5
"""``Retry-After`` of a refusal: pages take milliseconds, so a full house has emptied many times over by then."""

SMALL_ANSWER_BYTES = 1024 * 1024
"""Streamed answers up to here are gathered by the thread that made them; longer ones get a thread of their own."""
DOWNLOADS = 16
"""Long answers at once."""
PIECE_BYTES = 256 * 1024
"""Of a streamed answer, handed from its thread to the event loop: each costs a way there and back, and so much of every
one of the ``DOWNLOADS`` waits in memory."""

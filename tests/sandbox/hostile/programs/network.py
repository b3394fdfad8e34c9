"""Every kind of socket, also those that need no network card."""

import socket

from attack import Tally, wait_for_go

wait_for_go()
tally = Tally()
for family in range(46):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        tally.attempt(f"socket {family} {kind}", lambda family=family, kind=kind: socket.socket(family, kind))


def over_a_pair() -> None:
    left, _right = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    left.bind("\0notice-board")


def connect_a_pair() -> None:
    left, _right = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    left.connect("\0karma-sandbox-uid-0")


tally.attempt("abstract name", over_a_pair)
tally.attempt("abstract peer", connect_a_pair)
tally.attempt("inet pair", lambda: socket.socketpair(socket.AF_INET, socket.SOCK_STREAM))
tally.answer()

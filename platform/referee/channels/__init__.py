"""The ways in which a seat can be taken: by a program, by Python code in this process, by a person."""

from referee.channels.base import Channel, Closing, Reply
from referee.channels.inprocess import InProcessChannel

__all__ = ["Channel", "Closing", "InProcessChannel", "Reply"]

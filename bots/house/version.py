"""The version of the house bots as rated identities."""

VERSION = 1
"""Raised when a house bot plays differently: it is then somebody else on the leaderboards."""

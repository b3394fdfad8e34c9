"""How much stronger each house bot is than the one before it."""

"""Market Day: secret bids for lots of unknown order. Rules: ``README.md`` in this folder."""

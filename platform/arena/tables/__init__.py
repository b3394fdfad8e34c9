"""Tables that people sit at: with house bots, with each other, or both. None of it is rated for bots."""

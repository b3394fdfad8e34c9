"""Tests of the bot: ``python3 -m unittest``. ``arena dev .`` runs them after every save."""

import unittest

from bot import Starter, strength, worth

from bots.sdk.trying import whole_game
from engines import variants


class WholeGames(unittest.TestCase):
    def test_every_variant_is_played_to_its_end_from_every_seat(self) -> None:
        for variant in variants():
            for seat in range(variant.seats):
                with self.subTest(variant=variant.slug, seat=seat):
                    end = whole_game(Starter(), variant.slug, seat)
                    self.assertIn(end.termination, ("normal", "cap"))


class Scores(unittest.TestCase):
    def test_karma_cards_are_stronger_than_numbers(self) -> None:
        self.assertGreater(strength("T"), strength("16"))

    def test_parts_of_our_own_castle_are_worth_most(self) -> None:
        self.assertGreater(worth("R1", "R"), worth("B1", "R"))


if __name__ == "__main__":
    unittest.main()

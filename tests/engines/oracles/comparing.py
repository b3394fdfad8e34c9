"""Plays one random game in the engine and in the oracle, and compares all that there is after every decision."""

import hashlib
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engines import PUBLIC, Deal, State, new_game, variant
from tests.engines.oracles.catalogue import oracle_of
from tests.engines.oracles.interface import SPECTATOR, Game, Json, Oracle

_ENCODER = json.JSONEncoder(sort_keys=True)
LONGEST = 20_000
"""More decisions than any game has."""


class DifferenceError(AssertionError):
    """The engine and the oracle do not agree; the text says where, and how to see it again."""


@dataclass
class Played:
    """What happened in the games compared so far."""

    games: int = 0
    capped: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    """How often each decision was asked (by its name) and each type of event happened."""
    rare: Counter[str] = field(default_factory=Counter)
    """In how many games each rare moment happened."""

    @property
    def decisions(self) -> int:
        return sum(count for name, count in self.happened.items() if name.isupper())

    def add(self, other: "Played") -> None:
        self.games += other.games
        self.capped += other.capped
        self.happened.update(other.happened)
        self.rare.update(other.rare)


def compare_game(slug: str, number: int) -> Played:
    """Game ``number`` of a variant, from the deal to the end. Raises ``DifferenceError`` where the two part."""
    comparison = _Comparison(slug, number)
    try:
        comparison.play()
    except DifferenceError:
        raise
    except Exception as error:
        raise DifferenceError(f"{comparison.where()}: {type(error).__name__}: {error}") from error
    return comparison.played


class _Comparison:
    def __init__(self, slug: str, number: int) -> None:
        self.slug, self.number = slug, number
        self.game: Game = oracle_of(slug.partition("-")[0])
        self.played = Played(games=1)
        self.steps: list[str] = []
        self.events_compared = 0
        self.actions: dict[int, dict[str, int]] = {}
        """Per seat that is asked, the engine's numbers of its legal actions by their JSON form."""
        self.state: State
        self.oracle: Oracle

    def play(self) -> None:
        seed = hashlib.sha256(f"oracle {self.slug} {self.number}".encode()).digest()
        rng = Random(seed)
        first = None if self.number % 2 else rng.randrange(variant(self.slug).seats)
        self.state = new_game(self.slug, Deal(seed), first, record=True)
        self.oracle = self.game.deal(self.slug, seed, first)
        tempers = self._tempers(rng)
        self._compare()
        while deciders := self.oracle.deciders():
            if len(self.steps) > LONGEST:
                raise DifferenceError(f"{self.where()}: the game does not end.")
            self._decide(rng, rng.choice(deciders), tempers)
            self._compare()
        self._compare_end()

    def _tempers(self, rng: Random) -> list[str]:
        """A temper per seat. In every second game all have the same: two who hoard need not meet one who ends it."""
        seats = range(self.state.variant.seats)
        if self.number % 4 < 2:
            return [rng.choice(self.game.tempers)] * len(seats)
        return [rng.choice(self.game.tempers) for _seat in seats]

    def _decide(self, rng: Random, seat: int, tempers: list[str]) -> None:
        options = sorted(self.oracle.options(seat), key=_text)
        weights = [self.oracle.weight(tempers[seat], seat, option) for option in options]
        option = rng.choices(options, weights if any(weights) else None)[0]
        self.played.happened[self.oracle.decision()] += 1
        self.steps.append(f"seat {seat} {self.oracle.decision()} {_text(option)}")
        self.state.play(seat, self.actions[seat][_text(option)])
        self.oracle.choose(seat, option)

    def _compare(self) -> None:
        state, oracle = self.state, self.oracle
        seats = [PUBLIC, *range(state.variant.seats)]
        since = self.events_compared
        for seat in seats:
            mine = SPECTATOR if seat == PUBLIC else seat
            self._same(f"events of seat {seat}", state.events(seat, since), oracle.events(mine, since))
        public = state.events(PUBLIC, since)
        self.played.happened.update(event["type"] for event in public)
        self.events_compared = state.event_count()
        self._same("deciders", list(state.deciders()), oracle.deciders())
        self._same("decision", state.decision(), oracle.decision())
        # A clone carries no events, and saving a long log after every decision takes longer than all the rest.
        self._same("zones", self.game.zones_of_save(state.clone().save()), oracle.zones())
        for seat in seats:
            mine = SPECTATOR if seat == PUBLIC else seat
            self._same(f"view of seat {seat}", state.view(seat), oracle.view(mine))
        self.actions = {}
        for seat in oracle.deciders():
            legal = [(_text(state.action_json(action)), action) for action in state.legal_actions(seat)]
            options = sorted(_text(option) for option in oracle.options(seat))
            self._same(f"legal actions of seat {seat}", sorted(text for text, _action in legal), options)
            self.actions[seat] = dict(legal)

    def _compare_end(self) -> None:
        self._same("end", self.state.is_over(), True)
        self._same("ranks", list(self.state.ranks()), self.oracle.ranks())
        self._same("capped", self.state.is_capped(), self.oracle.is_capped())
        self.played.capped += self.oracle.is_capped()
        story = self.game.story(self.oracle.events(SPECTATOR, 0))
        self.played.rare.update(moment for moment, words in self.game.rare.items() if re.search(words, story))

    def _same(self, what: str, of_engine: Any, of_oracle: Any) -> None:
        if of_engine != of_oracle:
            detail = first_difference(of_engine, of_oracle, what)
            raise DifferenceError(f"{self.where()}: {detail}")

    def where(self) -> str:
        last = "".join(f"\n  {step}" for step in self.steps[-5:])
        return f"{self.slug}, game {self.number}, after {len(self.steps)} decisions{last}\n"


def first_difference(of_engine: Any, of_oracle: Any, path: str) -> str:
    """Where two JSON values part, in words."""
    if isinstance(of_engine, dict) and isinstance(of_oracle, dict) and of_engine.keys() == of_oracle.keys():
        for key, value in of_engine.items():
            if value != of_oracle[key]:
                return first_difference(value, of_oracle[key], f"{path}, {key}")
    if isinstance(of_engine, list) and isinstance(of_oracle, list) and len(of_engine) == len(of_oracle):
        for at, (one, other) in enumerate(zip(of_engine, of_oracle, strict=True)):
            if one != other:
                return first_difference(one, other, f"{path}, {at}")
    return f"{path}\n  engine: {of_engine}\n  oracle: {of_oracle}"


def _text(option: Json) -> str:
    return _ENCODER.encode(option)

"""Every deliberate fault of an engine is found within a few games."""

import re

import pytest

from tests.engines.oracles.catalogue import GAMES
from tests.engines.oracles.mutating import ROOT, Mutation, MutationError, find, mutated, mutations_of

MUTATIONS = [mutation for game in GAMES for mutation in mutations_of(game)]
SHUFFLE = Mutation(
    fault="the shuffle never moves the last card",
    file="chance.py",
    text="for last in range(len(cards) - 1, 0, -1):",
    instead="for last in range(len(cards) - 2, 0, -1):",
    variants=("diamoniak-2",),
)


@pytest.mark.parametrize("mutation", [SHUFFLE, *MUTATIONS], ids=lambda mutation: mutation.fault)
def test_a_deliberate_fault_is_found(mutation: Mutation) -> None:
    finding = find(mutation, games=60, first=mutation.shows_in)
    assert finding is not None
    assert finding.games >= 1
    assert mutation.variants[(finding.games - 1) % len(mutation.variants)] in finding.where


def test_there_are_more_than_twenty_different_faults() -> None:
    assert len({(mutation.file, mutation.text, mutation.instead) for mutation in MUTATIONS}) == len(MUTATIONS) > 20


@pytest.mark.parametrize("game", GAMES)
def test_the_documentation_lists_every_fault(game: str) -> None:
    page = (ROOT / "docs/developers/oracles.md").read_text()
    listed = re.findall(rf"^\| {game} \| (.+) \| \d+ \|$", page, re.MULTILINE)
    assert listed == [mutation.fault for mutation in mutations_of(game)]


def test_a_copy_without_a_fault_agrees() -> None:
    same = Mutation("none", SHUFFLE.file, SHUFFLE.text, SHUFFLE.text, SHUFFLE.variants)
    assert find(same, games=2) is None


def test_a_fault_whose_text_is_gone_is_an_error() -> None:
    gone = Mutation("a fault", "chance.py", "this line was rewritten", "pass", ("diamoniak-2",))
    with pytest.raises(MutationError, match="'a fault' changes a text that is 0 times"):
        find(gone, games=1)


def test_a_fault_whose_text_is_there_twice_is_an_error() -> None:
    with pytest.raises(MutationError, match="2 times"):
        mutated("one or the other one", Mutation("a fault", "chance.py", "one", "two", ()))


def test_a_search_that_breaks_down_is_an_error_with_its_words() -> None:
    broken = Mutation("a fault", SHUFFLE.file, SHUFFLE.text, SHUFFLE.text, ("chess-2",))
    with pytest.raises(MutationError, match="chess"):
        find(broken, games=1)


def test_the_search_leaves_the_sources_as_they_are() -> None:
    before = (ROOT / "engines" / SHUFFLE.file).read_bytes()
    assert find(SHUFFLE, games=1) is not None
    assert (ROOT / "engines" / SHUFFLE.file).read_bytes() == before

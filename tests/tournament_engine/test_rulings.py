"""Overrides, replays, departures, edits, and undoing them."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.matches.models import GameState, MatchState
from arena.tournaments.actions import departures, lifecycle, pairings, registration, rulings
from arena.tournaments.actions.audit import ActionError, CascadeError, NotAllowedError
from arena.tournaments.actions.create import create
from arena.tournaments.actions.undo import undo
from arena.tournaments.models import AuditEntry, NodeState, Play, PlayState, Round, Tournament, TournamentState
from arena.tournaments.running.advance import advance
from tests.matches.cast import ready_version
from tests.tournament_engine import cast


def played_rounds(olga: User, four: list[BotVersion], name: str, rounds: int) -> Tournament:
    cup = cast.started(olga, four, name)
    while Round.objects.filter(state="complete").count() < rounds:
        assert cast.play_one()
        advance(cup.pk)
    return cup


def audit(cup: Tournament) -> list[str]:
    return list(cup.audit.order_by("id").values_list("action", flat=True))


class TestOverride:
    def test_a_ruling_wins_over_what_was_played(self, olga: User, four: list[BotVersion]) -> None:
        cup = played_rounds(olga, four, "single_elimination", 1)
        rulings.override(cup.pk, cast.node(cup, "1.1.1"), olga, [2, 1], "The first bot was a copy.")
        assert cast.node(cup, "1.2.1").entrants == (4, 2)
        cast.play_all(cup)
        assert [seed for _, seed in cup.places] == [2, 4, 1, 3]
        entry = cup.audit.get(action="override")
        assert (entry.by, entry.reason) == (olga, "The first bot was a copy.")

    def test_matches_that_began_are_only_taken_away_with_cascade(self, olga: User, four: list[BotVersion]) -> None:
        cup = played_rounds(olga, four, "single_elimination", 1)
        cast.play_one()
        with pytest.raises(CascadeError, match=r"have begun: 1\.2\.1") as refused:
            rulings.override(cup.pk, cast.node(cup, "1.1.1"), olga, [2, 1], "A copy.")
        assert refused.value.matches == ["1.2.1"]
        assert cast.node(cup, "1.2.1").entrants == (1, 2), "a refused ruling changes nothing"
        rulings.override(cup.pk, cast.node(cup, "1.1.1"), olga, [2, 1], "A copy.", cascade=True)
        takes = list(Play.objects.filter(node=cast.node(cup, "1.2.1")).order_by("take"))
        assert [(play.take, play.state, play.entrants) for play in takes] == [
            (1, PlayState.VOID, [1, 2]),
            (2, PlayState.OPEN, [4, 2]),
        ]
        assert takes[0].match.state == MatchState.CANCELLED
        assert takes[0].match.blocks.get().games.filter(state=GameState.DONE).count() == 1, "kept"
        assert cast.play_all(cup).state == TournamentState.FINISHED

    def test_a_swiss_round_that_has_not_begun_is_paired_anew(self, olga: User) -> None:
        cup = played_rounds(olga, cast.field(8), "swiss", 1)
        before = {cast.node(cup, f"1.2.{n}").entrants for n in range(1, 5)}
        rulings.override(cup.pk, cast.node(cup, "1.1.1"), olga, [2, 1], "A copy.")
        after = {cast.node(cup, f"1.2.{n}").entrants for n in range(1, 5)}
        assert after != before
        assert cast.play_all(cup).state == TournamentState.FINISHED

    @pytest.mark.parametrize(
        ("ranks", "reason", "sentence"),
        [([2, 1], " ", "Say why"), ([1, 1], "x", "1 must go on"), ([1, 2, 3], "x", "a rank for each")],
    )
    def test_a_ruling_must_be_clear(
        self, olga: User, four: list[BotVersion], ranks: list[int], reason: str, sentence: str
    ) -> None:
        cup = played_rounds(olga, four, "single_elimination", 1)
        with pytest.raises(ActionError, match=sentence):
            rulings.override(cup.pk, cast.node(cup, "1.1.1"), olga, ranks, reason)

    def test_entrants_do_not_rule(self, olga: User, four: list[BotVersion]) -> None:
        cup = cast.started(olga, four, "swiss")
        owner = four[0].bot.owner
        assert owner is not None
        with pytest.raises(NotAllowedError):
            rulings.override(cup.pk, cast.node(cup, "1.1.1"), owner, [1, 2], "I won.")


class TestReplay:
    def test_a_match_is_played_again_with_new_deals(self, olga: User, four: list[BotVersion]) -> None:
        cup = played_rounds(olga, four, "single_elimination", 1)
        rulings.replay(cup.pk, cast.node(cup, "1.1.1"), olga, "Power cut.")
        first, second = Play.objects.filter(node=cast.node(cup, "1.1.1")).order_by("take")
        assert (first.state, second.state) == (PlayState.VOID, PlayState.OPEN)
        assert bytes(first.match.blocks.get().seed) != bytes(second.match.blocks.get().seed)
        assert cast.node(cup, "1.2.1").state == NodeState.WAITING
        assert cast.play_all(cup).state == TournamentState.FINISHED

    def test_what_was_never_played_cannot_be_replayed(self, olga: User, four: list[BotVersion]) -> None:
        cup = cast.started(olga, four, "single_elimination")
        with pytest.raises(ActionError, match="Nothing of this match"):
            rulings.replay(cup.pk, cast.node(cup, "1.2.1"), olga, "Why not.")


class TestDepartures:
    def test_an_owner_withdraws_and_the_match_is_a_walkover(self, olga: User, four: list[BotVersion]) -> None:
        cup = cast.started(olga, four, "single_elimination")
        owner = four[0].bot.owner
        assert owner is not None
        departures.withdraw(cup.pk, cast.entrant(cup, 1), owner)
        node = cast.node(cup, "1.1.1")
        assert (node.state, node.ranks) == (NodeState.WALKOVER, [2, 1])
        assert Play.objects.get(node=node).match.state == MatchState.CANCELLED
        assert cast.play_all(cup).places[0] == [1, 2]

    def test_others_do_not_withdraw_my_bot(self, olga: User, alice: User, four: list[BotVersion]) -> None:
        cup = cast.started(olga, four, "swiss")
        with pytest.raises(NotAllowedError):
            departures.withdraw(cup.pk, cast.entrant(cup, 1), alice)

    @pytest.mark.parametrize("name", ["double_elimination", "swiss", "round_robin"])
    def test_everybody_withdrawing_ends_it_at_once(self, olga: User, four: list[BotVersion], name: str) -> None:
        cup = cast.started(olga, four, name)
        for seed in (2, 4, 1, 3):
            cup.refresh_from_db()
            if cup.state == TournamentState.RUNNING:
                departures.withdraw(cup.pk, cast.entrant(cup, seed), olga)
        cup.refresh_from_db()
        assert cup.state == TournamentState.FINISHED
        assert not cast.play_one()

    def test_a_table_goes_on_without_who_left(self, olga: User) -> None:
        cup = cast.started(olga, cast.field(4), "pod_swiss", variant="diamoniak-4", settings={"rounds": 1}, blocks=2)
        cast.play_one()
        departures.disqualify(cup.pk, cast.entrant(cup, 1), olga, "Two bots of one author.")
        play = Play.objects.get()
        assert play.state == PlayState.DECIDED
        assert play.entrants[play.ranks.index(4)] == 1, "the absent one is last, whatever it had won"
        assert play.games == 8
        cup.refresh_from_db()
        assert cup.state == TournamentState.FINISHED

    def test_a_disqualification_needs_a_reason_and_happens_once(self, olga: User, four: list[BotVersion]) -> None:
        cup = cast.started(olga, four, "swiss")
        with pytest.raises(ActionError, match="Say why"):
            departures.disqualify(cup.pk, cast.entrant(cup, 1), olga, "")
        departures.disqualify(cup.pk, cast.entrant(cup, 1), olga, "A copy.")
        with pytest.raises(ActionError, match="has left already"):
            departures.withdraw(cup.pk, cast.entrant(cup, 1), olga)

    def test_a_late_bot_joins_a_swiss_from_the_next_round_on(self, olga: User, four: list[BotVersion]) -> None:
        cup = cast.started(olga, four, "swiss", settings={"rounds": 3})
        late = departures.enter_late(cup.pk, ready_version(None, "Late", "random").bot, olga)
        assert (late.seed, late.entered_round) == (5, 2)
        assert len(cast.play_all(cup).places) == 5
        with pytest.raises(ActionError, match="this is possible while"):
            departures.enter_late(cup.pk, ready_version(None, "Later", "random").bot, olga)

    def test_a_bracket_takes_no_late_entries(self, olga: User, four: list[BotVersion]) -> None:
        cup = cast.started(olga, four, "single_elimination")
        with pytest.raises(ActionError, match="no late entries"):
            departures.enter_late(cup.pk, ready_version(None, "Late", "random").bot, olga)


class TestPairings:
    def test_unpublished_pairings_are_edited_and_then_played(self, olga: User, four: list[BotVersion]) -> None:
        cup = cast.started(olga, four, "swiss", publishes_itself=False)
        assert not Play.objects.exists()
        pairings.swap(cup.pk, olga, 1, 2, 3)
        assert {cast.node(cup, "1.1.1").entrants, cast.node(cup, "1.1.2").entrants} == {(1, 2), (3, 4)}
        lifecycle.publish(cup.pk, olga, 1, 1)
        assert sorted(Play.objects.values_list("entrants", flat=True)) == [[1, 2], [3, 4]]
        with pytest.raises(ActionError, match="only unpublished rounds"):
            pairings.swap(cup.pk, olga, 1, 2, 3)
        with pytest.raises(ActionError, match="no unpublished round"):
            lifecycle.publish(cup.pk, olga, 1, 1)

    def test_lines_of_a_bracket_are_swapped_before_it_begins(self, olga: User, four: list[BotVersion]) -> None:
        cup = cast.started(olga, four, "single_elimination", publishes_itself=False)
        pairings.swap(cup.pk, olga, 1, 3, 4)
        assert cast.node(cup, "1.1.1").entrants == (1, 3)
        undo(cup.pk, olga)
        assert cast.node(cup, "1.1.1").entrants == (1, 4)

    def test_one_round_may_be_longer_than_the_others(self, olga: User, four: list[BotVersion]) -> None:
        cup = cast.started(olga, four, "swiss", settings={"rounds": 2})
        pairings.set_round_blocks(cup.pk, olga, 1, 2, 3)
        with pytest.raises(ActionError, match="has begun"):
            pairings.set_round_blocks(cup.pk, olga, 1, 1, 3)
        cast.play_all(cup)
        assert list(Play.objects.order_by("node__round__number").values_list("games", flat=True)) == [2, 2, 6, 6]


class TestUndo:
    def test_an_override_is_undone(self, olga: User, four: list[BotVersion]) -> None:
        cup = played_rounds(olga, four, "single_elimination", 1)
        rulings.override(cup.pk, cast.node(cup, "1.1.1"), olga, [2, 1], "A copy.")
        undo(cup.pk, olga, "It was none.")
        assert cast.node(cup, "1.2.1").entrants == (1, 2)
        assert audit(cup)[-2:] == ["override", "undo"]

    def test_a_withdrawal_is_undone_and_the_match_is_played(self, olga: User, four: list[BotVersion]) -> None:
        cup = cast.started(olga, four, "single_elimination")
        departures.withdraw(cup.pk, cast.entrant(cup, 1), olga)
        undo(cup.pk, olga)
        assert cast.node(cup, "1.1.1").state == NodeState.RUNNING
        assert cast.play_all(cup).places[0] == [1, 1]

    def test_undoing_asks_before_it_takes_played_matches_away(self, olga: User, four: list[BotVersion]) -> None:
        cup = played_rounds(olga, four, "single_elimination", 1)
        rulings.override(cup.pk, cast.node(cup, "1.1.1"), olga, [2, 1], "A copy.")
        cast.play_one()
        with pytest.raises(CascadeError):
            undo(cup.pk, olga)
        undo(cup.pk, olga, cascade=True)
        assert cast.node(cup, "1.2.1").entrants == (1, 2)

    def test_a_pause_and_a_deadline_are_undone(self, olga: User, four: list[BotVersion]) -> None:
        cup = cast.started(olga, four, "swiss")
        lifecycle.pause(cup.pk, olga)
        undo(cup.pk, olga)
        cup.refresh_from_db()
        assert cup.state == TournamentState.RUNNING
        other = cast.opened(olga, four, "swiss", name="Other")
        registration.extend_deadline(other.pk, olga, timezone.now() + timedelta(days=1))
        undo(other.pk, olga)
        other.refresh_from_db()
        assert other.deadline is None

    def test_a_start_cannot_be_undone(self, olga: User, four: list[BotVersion]) -> None:
        cup = cast.started(olga, four, "swiss")
        with pytest.raises(ActionError, match="cannot be undone"):
            undo(cup.pk, olga)


def test_every_organiser_action_is_in_the_audit_log_for_good(olga: User, four: list[BotVersion]) -> None:
    cup = cast.started(olga, four, "swiss")
    lifecycle.pause(cup.pk, olga, "Lunch.")
    lifecycle.resume(cup.pk, olga)
    departures.disqualify(cup.pk, cast.entrant(cup, 1), olga, "A copy.")
    assert audit(cup) == ["create", "open", "close", "start", "pause", "resume", "leave"]
    entry = AuditEntry.objects.earliest("id")
    with pytest.raises(TypeError, match="only ever added to"):
        entry.save()
    with pytest.raises(TypeError, match="only ever added to"):
        entry.delete()


@pytest.mark.parametrize(
    "change", ["UPDATE tournaments_auditentry SET text = 'x'", "DELETE FROM tournaments_auditentry"]
)
def test_the_database_itself_refuses_to_change_the_audit_log(olga: User, change: str) -> None:
    create(olga, "Cup", "karma-2", "swiss")
    with pytest.raises(IntegrityError, match="only ever added to"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)
    assert AuditEntry.objects.get().action == "create"


def test_the_audit_log_outlives_the_account_of_the_organiser(olga: User) -> None:
    cup = create(olga, "Cup", "karma-2", "swiss")
    olga.delete()
    entry = cup.audit.get()
    assert (entry.by, entry.by_name) == (None, "olga")

from datetime import timedelta

import pytest
from django.utils import timezone

from arena.accounts.models import User
from arena.bots.models import BotVersion
from arena.matches.actions.claim import claim
from arena.matches.models import Game, GameState
from arena.tournaments.actions import lifecycle, registration, seeding
from arena.tournaments.actions.audit import ActionError, NotAllowedError
from arena.tournaments.actions.create import clone, create
from arena.tournaments.models import Play, PlayState, SeedingMethod, TournamentState
from referee.blocks import secret_commitment
from tests.matches.cast import next_game, ready_version
from tests.tournament_engine import cast

FORMATS = [
    ("single_elimination", "diamoniak-2", {"third_place": True}),
    ("double_elimination", "diamoniak-2", {}),
    ("round_robin", "diamoniak-2", {}),
    ("groups_knockout", "diamoniak-2", {"groups": 2}),
    ("swiss", "diamoniak-2", {}),
    ("pod_swiss", "diamoniak-3", {"rounds": 3}),
    ("pod_elimination", "diamoniak-4", {}),
    ("strikes", "karma-3", {"strikes": 2}),
    ("pod_schedule", "karmaka-3", {"rounds": 2}),
    ("swiss", "karmaka-2v2", {}),
    ("round_robin", "karmaka-wolf", {}),
    ("pod_swiss", "karmaka-2v2", {"rounds": 2}),
]


@pytest.mark.parametrize(("name", "variant", "settings"), FORMATS, ids=str)
def test_every_format_runs_from_registration_to_places(
    olga: User, eight: list[BotVersion], name: str, variant: str, settings: dict[str, object]
) -> None:
    cup = cast.play_all(cast.started(olga, eight, name, variant=variant, settings=settings))
    assert cup.state == TournamentState.FINISHED
    assert sorted(seed for _, seed in cup.places) == list(range(1, 9))
    assert cup.places[0] == [1, 1], "the best bot always wins here"
    assert not Game.objects.filter(state__in=[GameState.QUEUED, GameState.LEASED]).exists()
    assert not Play.objects.filter(state=PlayState.OPEN).exists()


def test_the_secret_is_sealed_at_the_start_and_published_at_the_end(olga: User, four: list[BotVersion]) -> None:
    cup = cast.started(olga, four, "single_elimination")
    assert cup.commitment == secret_commitment(cup.secret)
    assert cup.published_secret == ""
    assert cast.play_all(cup).published_secret == cup.secret


def test_all_matches_of_a_round_play_the_same_deals(olga: User, four: list[BotVersion]) -> None:
    cup = cast.started(olga, four, "single_elimination")
    first, second = Play.objects.order_by("node__number")
    assert first.match.deal_scope == second.match.deal_scope == f"tournament/{cup.slug}/1.1"
    assert bytes(first.match.blocks.get().seed) == bytes(second.match.blocks.get().seed)


def test_versions_freeze_when_the_tournament_starts(olga: User, four: list[BotVersion]) -> None:
    cup = cast.started(olga, four, "single_elimination")
    newer = BotVersion.objects.create(bot=four[0].bot, number=2, content_hash="2" * 64, runtime="python", state="ready")
    four[0].bot.active_version = newer
    four[0].bot.save()
    cast.play_all(cup)
    assert set(cup.entrants.values_list("version__number", flat=True)) == {1}
    assert not newer.seats.exists()


def test_pausing_stops_new_leases_and_nothing_else(olga: User, four: list[BotVersion]) -> None:
    cup = cast.started(olga, four, "single_elimination")
    held = next_game("test")
    lifecycle.pause(cup.pk, olga, "The hall is on fire.")
    assert claim("test") is None
    assert cast.play_one(lease=held), "what is being played counts"
    assert Game.objects.filter(state=GameState.DONE).count() == 1
    lifecycle.resume(cup.pk, olga)
    assert cast.play_all(cup).state == TournamentState.FINISHED


def test_a_cancelled_tournament_leaves_no_open_game(olga: User, four: list[BotVersion]) -> None:
    cup = cast.started(olga, four, "round_robin")
    cast.play_one()
    lifecycle.cancel(cup.pk, olga, "Too few bots.")
    assert claim("test") is None
    cup.refresh_from_db()
    assert cup.state == TournamentState.CANCELLED
    assert cup.audit.first().reason == "Too few bots."  # type: ignore[union-attr]  # there is one
    with pytest.raises(ActionError, match="this is possible while"):
        lifecycle.cancel(cup.pk, olga, "Again.")


def test_seeds_by_lot_come_from_the_sealed_secret(olga: User, eight: list[BotVersion]) -> None:
    one = cast.started(olga, eight, "swiss", seeding=SeedingMethod.RANDOM)
    two = cast.started(olga, eight, "swiss", seeding=SeedingMethod.RANDOM, name="Other")
    order = list(one.entrants.order_by("seed").values_list("bot__name", flat=True))
    assert order == list(two.entrants.order_by("seed").values_list("bot__name", flat=True))
    assert order != sorted(order)


def test_seeds_can_be_moved_by_hand_until_the_start(olga: User, four: list[BotVersion]) -> None:
    cup = cast.opened(olga, four, "swiss")
    registration.close_registration(cup.pk, olga)
    seeding.move_seed(cup.pk, olga, cast.entrant(cup, 4), 1)
    names = list(cup.entrants.order_by("seed").values_list("bot__name", flat=True))
    assert names == ["Bot04", "Bot01", "Bot02", "Bot03"]
    lifecycle.start(cup.pk, olga)
    with pytest.raises(ActionError):
        seeding.move_seed(cup.pk, olga, cast.entrant(cup, 4), 1)


def test_a_new_tournament_starts_from_the_settings_of_an_old_one(olga: User) -> None:
    old = create(olga, "Cup", "karma-4", "pod_swiss", {"rounds": 4}, blocks=7, bots_per_owner=3)
    new = clone(old, olga, "Cup of May")
    assert (new.variant, new.stage_setups, new.blocks, new.bots_per_owner) == ("karma-4", old.stage_setups, 7, 3)
    assert new.secret != old.secret
    assert (new.cloned_from, new.state) == (old, TournamentState.DRAFT)


@pytest.mark.parametrize(
    ("variant", "name", "settings", "sentence"),
    [
        ("karma-4", "swiss", {}, "does not fit Karma, 4 seats; choose from Pod Swiss"),
        ("karma-2", "pod_swiss", {}, "does not fit"),
        ("karma-2", "swiss", {"rounds": 0}, "rounds must be at least 1"),
        ("karma-2", "chess", {}, "no format is called 'chess'"),
        ("poker-2", "swiss", {}, "poker-2"),
    ],
)
def test_settings_that_do_not_fit_are_refused(
    olga: User, variant: str, name: str, settings: dict[str, object], sentence: str
) -> None:
    with pytest.raises(ActionError, match=sentence):
        create(olga, "Cup", variant, name, settings)


def test_authors_do_not_announce_tournaments(alice: User) -> None:
    with pytest.raises(NotAllowedError, match="Only organisers"):
        create(alice, "Cup", "karma-2", "swiss")


def test_another_organiser_does_not_manage_it_but_staff_does(olga: User, stella: User, four: list[BotVersion]) -> None:
    cup = cast.opened(olga, four, "swiss")
    with pytest.raises(NotAllowedError):
        registration.close_registration(cup.pk, cast.organiser("oscar"))
    registration.close_registration(cup.pk, stella)


def test_too_few_entrants_cannot_be_seeded(olga: User, four: list[BotVersion]) -> None:
    cup = cast.opened(olga, four[:2], "double_elimination")
    with pytest.raises(ActionError, match="at least 3 entrants, and 2 are registered"):
        registration.close_registration(cup.pk, olga)


class TestRegistration:
    def test_an_author_brings_as_many_bots_as_are_allowed(self, olga: User, four: list[BotVersion]) -> None:
        cup = cast.opened(olga, four, "swiss")
        owner = four[0].bot.owner
        assert owner is not None
        second = ready_version(owner, "Second")
        with pytest.raises(ActionError, match="take one back first"):
            registration.register(cup.pk, second.bot, owner)
        registration.take_back(cup.pk, cup.entrants.get(bot=four[0].bot), owner)
        registration.register(cup.pk, second.bot, owner)

    def test_others_cannot_enter_or_take_back_my_bot(self, olga: User, alice: User, four: list[BotVersion]) -> None:
        cup = cast.opened(olga, four[:3], "swiss")
        with pytest.raises(NotAllowedError, match="Only the owner"):
            registration.register(cup.pk, four[3].bot, alice)
        with pytest.raises(NotAllowedError, match="Only the owner"):
            registration.register(cup.pk, four[3].bot, olga)
        with pytest.raises(NotAllowedError, match="Only the bot's owner"):
            registration.take_back(cup.pk, cup.entrants.get(bot=four[0].bot), alice)

    def test_a_deadline_holds_until_it_is_extended(self, olga: User, alice: User, four: list[BotVersion]) -> None:
        past = timezone.now() - timedelta(hours=1)
        cup = cast.opened(olga, [], "swiss", deadline=past)
        bot = ready_version(alice, "Late").bot
        with pytest.raises(ActionError, match="Registration ended"):
            registration.register(cup.pk, bot, alice)
        registration.extend_deadline(cup.pk, olga, timezone.now() + timedelta(hours=1), "Trains were late.")
        registration.register(cup.pk, bot, alice)
        with pytest.raises(ActionError, match="later than the old one"):
            registration.extend_deadline(cup.pk, olga, past)

    def test_by_invitation_means_by_invitation(self, olga: User, alice: User) -> None:
        cup = cast.opened(olga, [], "swiss", by_invitation=True)
        bot = ready_version(alice, "Guest").bot
        with pytest.raises(NotAllowedError, match="by invitation"):
            registration.register(cup.pk, bot, alice)
        registration.invite(cup.pk, olga, alice)
        registration.register(cup.pk, bot, alice)

    def test_only_bots_that_can_play_here_enter(self, olga: User, alice: User) -> None:
        cup = cast.opened(olga, [], "swiss", runtimes=["rust"], most_entrants=2)
        bot = ready_version(alice, "Snake").bot
        with pytest.raises(ActionError, match="Only bots in rust"):
            registration.register(cup.pk, bot, alice)
        bot.active_version = None
        bot.save()
        with pytest.raises(ActionError, match="no active version"):
            registration.register(cup.pk, bot, alice)
        bot.is_private = True
        bot.save()
        with pytest.raises(ActionError, match="make the bot public first"):
            registration.register(cup.pk, bot, alice)

    def test_house_bots_are_entered_by_the_organiser(self, olga: User, alice: User) -> None:
        cup = cast.opened(olga, [], "swiss")
        house = ready_version(None, "Dice", "random").bot
        with pytest.raises(NotAllowedError, match="by the organiser"):
            registration.register(cup.pk, house, alice)
        registration.register(cup.pk, house, olga)
        with pytest.raises(ActionError, match="registered already"):
            registration.register(cup.pk, house, olga)

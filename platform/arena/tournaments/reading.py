"""What pages and the API read about a tournament: names, lines of matches, progress. A fixed number of queries."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from fractions import Fraction

from django.db.models import Count, Q, QuerySet
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from arena.accounts.models import User
from arena.matches.models import Game, GameState
from arena.tournaments.fitting import variant_for
from arena.tournaments.forecasting.length import later_games, stage_games
from arena.tournaments.models import Entrant, Node, NodeState, Play, PlayState, Tournament, TournamentState
from arena.tournaments.models.structure import light
from arena.tournaments.planning.registry import get_format
from arena.tournaments.planning.shrinking import shrink
from arena.tournaments.round_names import RoundNames
from arena.tournaments.running.lengths import blocks_of
from arena.tournaments.running.outcomes import block_size
from arena.tournaments.visibility import hides_results, shown_nodes

_RECENT = timedelta(minutes=10)
"""The pace that is shown is that of the last ten minutes: of one, slow bots would make it jump; of an hour, workers
that came or went would not show."""


def visible_tournaments(user: User | None) -> QuerySet[Tournament]:
    """Drafts exist for those who manage them."""
    if user is not None and user.is_staff:
        return Tournament.objects.all()
    shown = ~Q(state=TournamentState.DRAFT)
    return Tournament.objects.filter(shown | Q(owner=user) if user is not None else shown)


def entrants_by_seed(tournament: Tournament) -> dict[int, Entrant]:
    rows = tournament.entrants.select_related("bot", "version__bot", "owner", "departure").order_by("seed", "id")
    return {entrant.seed: entrant for entrant in rows if entrant.seed is not None}


@dataclass(frozen=True)
class SlotLine:
    """One entrant's line in a match."""

    text: str
    entrant: Entrant | None = None
    rank: int | None = None
    score: str = ""

    @property
    def is_first(self) -> bool:
        return self.rank == 1


@dataclass(frozen=True)
class MatchLine:
    node: Node
    slots: tuple[SlotLine, ...]
    title: str
    """The name of its round."""
    takes: tuple[Play, ...] = ()
    ruling: str = ""

    @property
    def key(self) -> str:
        return str(self.node.key)

    @property
    def is_real(self) -> bool:
        return self.node.state not in (NodeState.BYE, NodeState.SIT_OUT, NodeState.VOID)

    @property
    def play(self) -> Play | None:
        return next((play for play in self.takes if play.state != PlayState.VOID), None)


@dataclass
class RoundLines:
    number: int
    stage: int
    state: str
    state_text: str
    title: str
    matches: list[MatchLine] = field(default_factory=list)


def match_lines(tournament: Tournament, entrants: dict[int, Entrant], user: User | None) -> list[MatchLine]:
    """All matches that somebody may see, in order of play; four queries."""
    nodes = (
        Node.objects.filter(round__stage__tournament=tournament)
        .select_related("round__stage")
        .defer(*light("round__stage"))
        .prefetch_related("plays__match", "overrides")
    )
    names = RoundNames(tournament)
    ordered = sorted(nodes, key=lambda node: node.key)
    return [match_line(node, entrants, names) for node in shown_nodes(tournament, ordered, user)]


def find_node(tournament: Tournament, key: str, user: User | None) -> Node | None:
    """The match that "stage.round.match" names, if somebody may see it, with all that a line of it needs."""
    parts = key.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdecimal() and len(part) < 6 for part in parts):
        return None
    stage, number, match = (int(part) for part in parts)
    nodes = Node.objects.select_related("round__stage").prefetch_related("plays__match", "overrides")
    named = nodes.filter(
        round__stage__tournament=tournament, round__stage__number=stage, round__number=number, number=match
    )
    return next(shown_nodes(tournament, named, user), None)


def match_line(node: Node, entrants: dict[int, Entrant], names: RoundNames) -> MatchLine:
    takes = () if node.is_veiled else tuple(sorted(node.plays.all(), key=lambda play: play.take))
    live = next((play for play in takes if play.state == PlayState.DECIDED), None)
    scores = dict(zip(live.entrants, live.scores, strict=False)) if live else {}
    ranks = dict(zip(node.entrants, node.ranks, strict=False))
    slots = tuple(_slot(entrants.get(row[0]), row, ranks.get(row[0]), scores.get(row[0])) for row in node.slots)
    rulings = () if node.is_veiled else node.overrides.all()
    ruling = next((ruling.reason for ruling in rulings if not ruling.is_lifted), "")
    return MatchLine(node, slots, names.of(node), takes, ruling)


def _slot(entrant: Entrant | None, row: list[object], rank: int | None, score: str | None) -> SlotLine:
    if entrant is not None:
        return SlotLine(entrant.bot.name, entrant, rank, points_text(score) if score is not None else "")
    if row[2]:
        return SlotLine(_("bye"))
    source = str(row[1] or "")
    if ":" not in source:
        return SlotLine("–")
    key, place = source.split(":")
    return SlotLine((_("winner of %(key)s") if place == "1" else _("loser of %(key)s")) % {"key": key})


def local_points(text: str) -> str:
    """`points_text` as the reader writes numbers."""
    return text.replace(".", formats.get_format("DECIMAL_SEPARATOR"))


def points_text(score: str | Fraction) -> str:
    """Exact if short, else two digits.

    >>> points_text("7/2"), points_text("10/3")
    ('3.5', '3.33')
    """
    value = Fraction(score)
    if value.denominator in (1, 2, 4, 5, 10):
        return f"{float(value):g}"
    return f"{float(value):.2f}"


def rounds_of(lines: list[MatchLine]) -> list[RoundLines]:
    rounds: dict[tuple[int, int], RoundLines] = {}
    for line in lines:
        round_ = line.node.round
        place = (round_.stage.number, round_.number)
        if place not in rounds:
            rounds[place] = RoundLines(
                round_.number, round_.stage.number, round_.state, round_.get_state_display(), _round_title(line)
            )
        rounds[place].matches.append(line)
    return list(rounds.values())


def _round_title(line: MatchLine) -> str:
    """Of the round that a match for third place is played in, too: the final's."""
    return _("Final") if line.node.bracket == "third" else line.title


@dataclass(frozen=True)
class Progress:
    matches_done: int
    matches: int
    games_done: int
    games: int
    """Expected altogether, as far as the format lets one say; series may stop early or need extra blocks."""
    minutes_left: int | None
    """None: nothing to go by."""
    stuck: int = 0
    """Games that failed on our side too often: they wait for staff, and the tournament waits for them."""


def progress(tournament: Tournament, lines: list[MatchLine], user: User | None) -> Progress:
    """How far it is, and how long the rest will take at the speed of the last minutes."""
    games = Game.objects.filter(block__match__play__node__round__stage__tournament=tournament)
    if hides_results(tournament, user):
        games = games.filter(block__match__is_sealed=False)  # a series that stopped early would tell
    counts = games.exclude(state=GameState.CANCELLED).aggregate(
        all=Count("pk"),
        done=Count("pk", filter=Q(state__in=[GameState.DONE, GameState.FORFEITED])),
        stuck=Count("pk", filter=Q(state=GameState.STUCK)),
        recent=Count("pk", filter=Q(finished_at__gt=timezone.now() - _RECENT)),
    )
    real = [line for line in lines if line.is_real]
    done = sum(line.node.state not in (NodeState.WAITING, NodeState.READY, NodeState.RUNNING) for line in real)
    waiting = [line for line in real if line.node.state in (NodeState.WAITING, NodeState.READY)]
    to_come = sum(_games_of(tournament, line) for line in waiting) + _games_of_unpaired_rounds(tournament, real)
    left = counts["all"] - counts["done"] + to_come
    speed = 0 if hides_results(tournament, user) else counts["recent"] / _minutes_looked_at(tournament)
    minutes = max(1, round(left / speed)) if speed and left else None
    return Progress(done, len(real), counts["done"], counts["all"] + to_come, minutes, counts["stuck"])


def _minutes_looked_at(tournament: Tournament) -> float:
    """Of a tournament that has just begun, only what there is."""
    since = timezone.now() - tournament.started_at if tournament.started_at else _RECENT
    return max(min(since, _RECENT).total_seconds(), 1) / 60


def _games_of_unpaired_rounds(tournament: Tournament, real: list[MatchLine]) -> int:
    """Rounds that are paired later are about as large as the last one; stages to come are what such fields play."""
    if not real or tournament.is_over:
        return 0
    last = max((line.node.key.stage, line.node.key.round) for line in real)
    field = len(real[-1].node.round.stage.seeds)
    setup = shrink(tournament.setups()[last[0] - 1], field).setup
    expected = get_format(setup.format).expected_rounds(setup.settings, field)
    here = [line for line in real if (line.node.key.stage, line.node.key.round) == last]
    following = later_games(tournament, last[0], field)
    if expected is None and get_format(setup.format).pairs_by_round:
        known = [line for line in real if line.node.key.stage == last[0]]
        rest = stage_games(tournament, last[0], field) - sum(_games_of(tournament, line) for line in known)
        is_open = any(line.node.state in (NodeState.WAITING, NodeState.READY, NodeState.RUNNING) for line in known)
        return (max(0, rest) if is_open else 0) + following
    return max(0, (expected or last[1]) - last[1]) * sum(_games_of(tournament, line) for line in here) + following


def _games_of(tournament: Tournament, line: MatchLine) -> int:
    size = max(2, len(line.node.slots))
    return blocks_of(tournament, line.node) * block_size(variant_for(tournament.variant, size), size)

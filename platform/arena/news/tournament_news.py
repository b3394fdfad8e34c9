"""News of a tournament, read off what a stranger may see of it. Published later: news later. Under seal: none."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Count, Max, Q

from arena.bots.models import Bot
from arena.matches.models import Match
from arena.news.models import Kind
from arena.news.recording import Happening
from arena.tournaments.models import AuditEntry, Entrant, Node, NodeState, Round, RoundState, Tournament
from arena.tournaments.planning.qualifying import BRACKETS
from arena.tournaments.reading import MatchLine, RoundLines, entrants_by_seed, match_lines, rounds_of
from arena.tournaments.visibility import shown_log

_OF_LOG = {
    "open": Kind.REGISTRATION_OPENED,
    "start": Kind.TOURNAMENT_STARTED,
    "pause": Kind.TOURNAMENT_PAUSED,
    "resume": Kind.TOURNAMENT_RESUMED,
    "cancel": Kind.TOURNAMENT_CANCELLED,
    "finish": Kind.TOURNAMENT_FINISHED,
    "leave": Kind.ENTRANT_LEFT,
    "absent": Kind.MISSED_CHECK_IN,
    "late": Kind.ENTERED_LATE,
    "override": Kind.RULING,
    "replay": Kind.RULING,
    "announce": Kind.ANNOUNCEMENT,
}
_DECIDED = (NodeState.DECIDED, NodeState.WALKOVER)


def fingerprint(tournament: Tournament) -> str:
    """Changes whenever there may be news. Three small queries instead of the whole plan."""
    log = tournament.audit.aggregate(last=Max("pk"))["last"]
    nodes = Node.objects.filter(round__stage__tournament=tournament).aggregate(
        all=Count("pk"), decided=Count("pk", filter=Q(state__in=_DECIDED)), last=Max("pk")
    )
    rounds = Round.objects.filter(stage__tournament=tournament).aggregate(
        shown=Count("pk", filter=~Q(state=RoundState.DRAFT)), done=Count("pk", filter=Q(state=RoundState.COMPLETE))
    )
    plays = Match.objects.filter(play__node__round__stage__tournament=tournament).aggregate(
        all=Count("pk"), sealed=Count("pk", filter=Q(is_sealed=True))
    )
    parts = (log, *nodes.values(), *rounds.values(), *plays.values())
    return ".".join(str(part or 0) for part in parts)


def tournament_news(tournament: Tournament) -> list[Happening]:
    """Everything that has been news so far, oldest first; who records it knows what is new."""
    entrants = entrants_by_seed(tournament)
    lines = match_lines(tournament, entrants, None)
    happenings = [*_log(tournament, entrants), *_matches(tournament, lines), *_rounds(tournament, rounds_of(lines))]
    # The end comes last, also where it is found together with what led to it.
    return sorted(happenings, key=lambda happening: happening.kind == Kind.TOURNAMENT_FINISHED)


def _log(tournament: Tournament, entrants: dict[int, Entrant]) -> Iterator[Happening]:
    by_id = {entrant.pk: entrant.bot_id for entrant in entrants.values()}
    for entry in shown_log(tournament, None).filter(action__in=_OF_LOG).order_by("pk"):
        kind = _OF_LOG[entry.action]
        if kind is Kind.ANNOUNCEMENT:
            if "announcement" in entry.data:
                yield _announcement(tournament, entry)
            continue
        data = {"text": entry.text, "reason": entry.reason}
        bots: tuple[int, ...] = ()
        if kind is Kind.ENTRANT_LEFT and entry.data.get("entrant") in by_id:
            bots = (by_id[entry.data["entrant"]],)
        if kind is Kind.MISSED_CHECK_IN:
            data["bot"] = entry.data["name"]
        if "bot" in entry.data:
            bots = tuple(Bot.objects.filter(pk=entry.data["bot"]).values_list("pk", flat=True))
        if kind is Kind.TOURNAMENT_FINISHED:
            winners = [entrants[seed] for place, seed in tournament.places if place == 1 and seed in entrants]
            data["winner"] = ", ".join(entrant.bot.name for entrant in winners) or "–"
            bots = tuple(entrant.bot_id for entrant in winners)
        yield Happening(f"tournament/{tournament.pk}/log/{entry.pk}", kind, data, bots, tournament.pk)


def _announcement(tournament: Tournament, entry: AuditEntry) -> Happening:
    made = tournament.announcements.get(pk=entry.data["announcement"])
    return Happening(
        f"tournament/{tournament.pk}/log/{entry.pk}",
        Kind.ANNOUNCEMENT,
        {"title": made.title, "body": made.text},
        tournament=tournament.pk,
        announcement=made.pk,
    )


def _matches(tournament: Tournament, lines: list[MatchLine]) -> Iterator[Happening]:
    for line in lines:
        # A ruling has news of its own.
        if line.node.state in _DECIDED and line.is_real and line.node.ranks and not line.ruling:
            take = line.play.take if line.play else 0
            yield Happening(
                f"tournament/{tournament.pk}/match/{line.key}/take/{take}",
                Kind.MATCH_DECIDED,
                {
                    "match": line.key,
                    "round_name": line.title,
                    "result": _result(line),
                    "is_walkover": line.node.state == NodeState.WALKOVER,
                    "slots": [
                        {"bot": slot.entrant.bot.slug, "name": slot.text, "rank": slot.rank, "score": slot.score}
                        for slot in line.slots
                        if slot.entrant
                    ],
                },
                tuple(slot.entrant.bot_id for slot in line.slots if slot.entrant),
                tournament.pk,
            )


def _result(line: MatchLine) -> str:
    ordered = sorted((slot for slot in line.slots if slot.entrant), key=lambda slot: slot.rank or 99)
    return " – ".join(f"{slot.text} {slot.score}".strip() for slot in ordered)


def _rounds(tournament: Tournament, rounds: list[RoundLines]) -> Iterator[Happening]:
    for round_ in rounds:
        paired = [line for line in round_.matches if line.is_real and line.slots and all(s.entrant for s in line.slots)]
        is_bracket = round_.matches[0].node.round.stage.format in BRACKETS
        data = {"stage": round_.stage, "round": round_.number, "round_name": round_.title}
        place = f"tournament/{tournament.pk}/round/{round_.stage}.{round_.number}"
        # A bracket fills match by match: its round is news when all of it is known.
        if round_.state != RoundState.DRAFT and paired and (not is_bracket or len(paired) == _real(round_)):
            bots = tuple(slot.entrant.bot_id for line in paired for slot in line.slots if slot.entrant)
            pairs = [[slot.text for slot in line.slots] for line in paired]
            yield Happening(f"{place}/published", Kind.ROUND_PUBLISHED, {**data, "pairs": pairs}, bots, tournament.pk)
        if round_.state == RoundState.COMPLETE:
            yield Happening(f"{place}/complete", Kind.ROUND_COMPLETE, data, (), tournament.pk)


def _real(round_: RoundLines) -> int:
    return sum(line.is_real for line in round_.matches)

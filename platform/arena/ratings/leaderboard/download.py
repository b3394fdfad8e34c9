"""All results of a pool for download, in the order of the log and as the board knows them: what ``arena refit`` reads.

It streams: a few periods are in memory at once, however long the log is.
"""

from collections.abc import Iterator

from django.db.models import QuerySet

from arena.bots.models import BotVersion
from arena.ratings.log.tables import stored_periods
from arena.ratings.models import Anchor, Pool, Standing
from referee.ratings.fit.batch import ALPHA
from referee.ratings.parquet import parquet_of
from referee.ratings.results import BoardLine, Entrant, Header, first_line, game_lines, last_line

LINES = "application/x-ndjson"
PARQUET = "application/vnd.apache.parquet"


def results(pool: Pool) -> Iterator[bytes]:
    """Parts of the file. Games that were taken out are not in it."""
    header = _header(pool.pk)
    yield first_line(header)
    games = 0
    for tables in stored_periods(pool, header.upto):
        games += sum(len(table.rows) for table in tables)
        yield game_lines(tables)
    yield last_line(games)


def results_as_parquet(pool: Pool) -> Iterator[bytes]:
    """The same for data frames; ``referee.ratings.parquet`` says whether it can be had."""
    header = _header(pool.pk)
    yield from parquet_of(header, stored_periods(pool, header.upto))


def _header(pool_id: int) -> Header:
    """The board and the event up to which it was fitted belong together: a fit that comes between is noticed."""
    while True:
        pool = Pool.objects.get(pk=pool_id)
        lines = Standing.objects.on_board().filter(pool=pool, rating__isnull=False)
        board = [
            BoardLine(line.version_id, line.rating or 0.0, line.error or 0.0, line.margin or 0.0) for line in lines
        ]
        if Pool.objects.filter(pk=pool_id, fitted_seq=pool.fitted_seq, fitted_at=pool.fitted_at).exists():
            break
    return Header(
        variant=pool.variant,
        season=pool.season,
        upto=pool.fitted_seq,
        alpha=ALPHA,
        anchors=dict(Anchor.objects.filter(pool=pool).values_list("version", "rating")),
        entrants=[Entrant(*values) for values in _named(pool).values_list("pk", "bot__slug", "number")],
        board=board,
    )


def _named(pool: Pool) -> QuerySet[BotVersion]:
    """Everybody with a game in the log whose bot everybody may see."""
    return BotVersion.objects.filter(standings__pool=pool, bot__is_private=False).order_by("pk")

"""The piece of a conversation in which a bot failed: lines that can be fed to its program by hand."""

from pathlib import Path

from engines import engine
from referee.clock import TimeControl
from referee.deal import SealedDeal
from referee.faults import Evidence
from referee.messages import GameFacts, encode, hello
from referee.record import GameRecord


def hello_line(record: GameRecord, seat: int, control: TimeControl, memory_mb: int) -> str:
    """The hello of a seat, made again from the record. Empty for a void game, whose deal stays secret."""
    if record.replay is None:
        return ""
    deal = SealedDeal(record.replay.seed, record.replay.salt)
    rules = engine(record.variant.game).rules_version
    facts = GameFacts(record.game_id, record.variant, rules, record.commitment, control, memory_mb)
    return encode(hello(facts, seat, deal.bot_random(seat))).decode().rstrip("\n")


def is_hello(line: str) -> bool:
    """Whether a message of ours is a hello; its type comes first."""
    return line.startswith('{"type":"hello"')


def conversation(hello: str, evidence: Evidence) -> str:
    """Hello and the message that failed, one JSON a line; only the hello where that failed."""
    asked = evidence.last_request
    return "".join(f"{line}\n" for line in ([] if is_hello(asked) else [hello]) + [asked] if line)


def write(path: Path, hello: str, evidence: Evidence) -> str:
    """Write the piece to a file. Returns the sentence that tells how to use it."""
    path.write_text(conversation(hello, evidence), encoding="utf-8")
    return f"Try it by hand: feed {path} to your program, e.g. python3 bot.py < {path}"

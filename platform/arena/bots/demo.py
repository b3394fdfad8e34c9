"""Bots of the demo: the house's, and one of each demo author, uploaded and checked like anybody's."""

from collections.abc import Iterator
from importlib.resources import files

from arena.accounts.models import User
from arena.bots.actions.house import ensure_house_bots
from arena.bots.actions.submit import create_bot, submit
from arena.bots.archive import read_upload
from arena.bots.models import Bot
from arena.bots.models.bot import game_names

UPLOADS = (
    ("alice", "Low First", "low_first.py"),
    ("bob", "Last Card", "last_card.py"),
    ("charlie", "Coin Flip", "coin_flip.py"),
)


def create() -> Iterator[str]:
    for bot in ensure_house_bots():
        yield f"house bot {bot.name}"
    for owner, name, file in UPLOADS:
        if Bot.objects.filter(name=name).exists():
            continue
        bot = create_bot(User.objects.get(name=owner), name, game_names())
        upload = read_upload(file, (files("bots.demo") / file).read_bytes())
        submit(bot, upload, "First version.")
        yield f"{name} by {owner}, waiting for its check"

"""`manage.py worker_role NAME`: a database role that can claim games, deliver results and read programs."""

import re
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from arena.matches.actions.accept import go_on
from arena.matches.worker_roles import broker_rules, make_role

_MOST_BATCHES = 10_000
_NAME = re.compile(r"[a-z][a-z0-9_]{2,40}")


class Command(BaseCommand):
    help = "Make or mend the database role of play workers. Safe to run again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="for example arena_play")
        parser.add_argument("--password-file", help="a file with the password of the role")
        parser.add_argument("--untrusted", action="store_true", help="play every result again on arrival, not a sample")
        parser.add_argument(
            "--batches", type=_batches, help="that it may hold at a time: twice its processes (64 unless told)"
        )
        parser.add_argument("--go-on", action="store_true", help="let a stopped worker play again")

    def handle(self, *_args: Any, **given: Any) -> None:
        name = given["name"]
        if not _NAME.fullmatch(name):
            raise CommandError("The name needs 3 to 41 lower-case letters, digits and underscores: arena_play.")
        if given["go_on"]:
            if not go_on(name):
                raise CommandError(f"There is no role {name}. Make it first: manage.py worker_role {name}")
            self.stdout.write(f"{name} may play again.")
            return
        password = _password(given["password_file"])
        role = make_role(name, password, is_trusted=not given["untrusted"], most_batches=given["batches"])
        how = "every result is played again" if given["untrusted"] else "a sample of its results is played again"
        self.stdout.write(
            f"The role {name} is ready: it claims games (at most {role.most_batches} batches at a time), delivers "
            f"results, reads programs; {how}."
        )
        rules = " ".join(broker_rules(settings.KEY_PREFIX))
        self.stdout.write(f"Its user of Redis or Valkey, as a line of the configuration:\nuser play >PASSWORD {rules}")


def _batches(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 1 <= number <= _MOST_BATCHES:
        raise ArgumentTypeError(f"a number from 1 to {_MOST_BATCHES:,}, not {text!r}")
    return number


def _password(file: str | None) -> str:
    if file is None:
        return ""
    try:
        password = Path(file).read_text().strip()
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}. Give a file with the password.") from error
    if len(password) < 16:
        raise CommandError(f"The password in {file} is shorter than 16 characters. Choose a longer one.")
    return password

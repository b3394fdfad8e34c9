"""``arena rerun``"""

import shlex
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

import sandbox
from referee.channels.base import Channel
from referee.cli.output import EXIT_NO, fail, here, out, plain, shortened
from referee.conversation import Conversation, loads
from referee.entrants import FolderEntrant
from referee.faults import FaultKind
from referee.recognising import recognised
from referee.rerun import Outcome, PlainChannel
from referee.rerun import rerun as say_it_again
from referee.words import Argument, t


def rerun(
    file: Annotated[Path, typer.Argument(help="A conversation, as kept after a fault.", exists=True, dir_okay=False)],
    bot: Annotated[Path | None, typer.Argument(help="The bot's folder or file.")] = None,
    command: Annotated[str, typer.Option(help="Run this instead, without sandbox and clock: for a debugger.")] = "",
) -> None:
    """Say to a bot what it was told in a game in which it failed, and see whether it fails again.

    Exit status 0 means that the same fault came at the same message, 1 that something else happened, 2 that the file or
    the bot cannot be used.

      arena rerun arena-failed-x.jsonl my-bot
      arena rerun arena-failed-x.jsonl --command "python3 -X dev my-bot/bot.py"
    """
    if (bot is None) == (not command):
        fail(t("Give either the bot's folder, or a command to run with --command."))
    conversation = loads(file.read_text(encoding="utf-8"))
    with ExitStack() as stack:
        outcome = say_it_again(conversation, _channel(conversation, bot, command, stack))
    _tell(conversation, outcome)
    if outcome.kind is not conversation.kind or outcome.at != len(conversation.exchanges) - 1:
        raise typer.Exit(EXIT_NO)


def _channel(conversation: Conversation, bot: Path | None, command: str, stack: ExitStack) -> Channel:
    if bot is None:
        return PlainChannel(shlex.split(command))
    memory_mb = conversation.memory_mb
    limits = replace(sandbox.Limits(), memory_mb=memory_mb) if memory_mb else None
    return stack.enter_context(FolderEntrant(bot, limits)).open("")


def _tell(conversation: Conversation, outcome: Outcome) -> None:
    last = len(conversation.exchanges) - 1
    then = _word(conversation.kind)
    if outcome.strayed is not None:
        at, before, now = outcome.strayed
        strayed = t(
            "At message {number} it answered {now}; then it was {before}. What follows fits the old answer.",
            number=at,
            now=now,
            before=before,
        )
        out.print(plain(strayed), soft_wrap=True)
    if outcome.kind is None:
        fine = t(
            "It did not fail: {messages} messages. Then it was {fault} at message {number}.",
            messages=last + 1,
            fault=then,
            number=last,
        )
        out.print(plain(fine), soft_wrap=True)
        return
    told: dict[str, Argument] = {"fault": outcome.kind.value, "number": outcome.at}
    if outcome.kind is conversation.kind and outcome.at == last:
        head = t("The same fault: {fault} at message {number}.", **told)
    else:
        head = t(
            "Another fault (then it was {before} at message {last}): {fault} at message {number}.",
            before=then,
            last=last,
            **told,
        )
    out.print(f"[bold]{plain(head)}[/bold]", soft_wrap=True)
    out.print(plain(outcome.sentence), soft_wrap=True)
    for title, text in (
        (t("last answer"), outcome.last_answer),
        (t("exit"), recognised(outcome.closing.exit_reason)),
        (t("end of its log"), outcome.closing.stderr_tail.rstrip()),
    ):
        if text:
            out.print(f"[bold]{here(title)}:[/bold] {plain(shortened(text))}", soft_wrap=True)


def _word(kind: FaultKind | None) -> str:
    return t("no fault") if kind is None else kind.value

"""`manage.py doctor`: looks at every line of docs/operators/hardening.md and says what to do."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.health.hardening import LINES, Answer, Line


class Command(BaseCommand):
    help = "Look at every line of the hardening checklist on this machine, and say what to do."

    def handle(self, *_args: Any, **_given: Any) -> None:
        bad = 0
        for line in LINES:
            answer = _answer(line)
            self.stdout.write(f"{'✓' if answer.is_good else '✗'} {line.title}: {answer.seen}")
            if not answer.is_good:
                bad += 1
                self.stdout.write(f"    {line.what_to_do}")
        if bad:
            raise CommandError(f"{bad} of {len(LINES)} lines want something done. What, stands below each.")
        self.stdout.write(f"All {len(LINES)} lines are in order.")


def _answer(line: Line) -> Answer:
    """What cannot be looked at is not in order, and stops no other line."""
    try:
        return line.look()
    except Exception as error:
        return Answer(False, f"It could not be looked at: {error}")

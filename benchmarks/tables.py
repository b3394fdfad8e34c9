"""``python -m benchmarks.tables``: people at tables on one web process, beside the bare referee.

``--people`` people sit down, each at a table of the own against house bots, think some seconds before every choice and
play until the time is over. Told: how long a choice takes until all that it led to is there, processor time of a choice
and memory of a table in the web process, bytes of a table in the database. The reference plays the same choices of the
same variants in this process, without pages, database and restoring: the least that a game can cost.
"""

import argparse
import http.client
import json
import os
import random
import statistics
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from benchmarks.live.__main__ import cpu_s, memory_mb, quantile
from benchmarks.site import site
from engines import variants


@dataclass
class Person:
    """A browser with an address of its own."""

    port: int
    number: int
    slug: str
    delays: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    tables: int = 0

    def __post_init__(self) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self._cookies: dict[str, str] = {}
        self._rng = random.Random(self.number)

    def ask(self, method: str, path: str, body: str | None = None, kind: str = "application/json") -> tuple[int, str]:
        address = f"198.51.{self.number // 250}.{self.number % 250 + 1}"
        headers = {"Host": "localhost", "Origin": "http://localhost", "X-Forwarded-For": address, "Content-Type": kind}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers["X-CSRFToken"] = self._cookies.get("csrftoken", "")
        self._line.request(method, path, body, headers)
        answer = self._line.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self._cookies[key] = rest.partition(";")[0]
        text = answer.read().decode()
        return answer.status, answer.headers.get("Location", "") or text

    def sit(self) -> tuple[str, dict[str, Any]]:
        status, path = self.ask("POST", "/tables/sit/", f"variant={self.slug}", "application/x-www-form-urlencoded")
        if status != 302:
            raise RuntimeError(f"No table: {status} {path[:200]}")
        self.ask("GET", path)  # the page, and the token of its forms
        self.tables += 1
        return path, json.loads(self.ask("GET", f"{path}state.json")[1])

    def play(self, think_s: float, go: threading.Event, stop: threading.Event) -> None:
        path, seen = self.sit()
        go.wait()
        while not stop.wait(think_s * self._rng.uniform(0.5, 1.5)):
            if not seen["legal"]:
                path, seen = self.sit()
                continue
            choice = {"at": seen["at"], "action": self._rng.choice(seen["legal"])["id"]}
            start = time.monotonic()
            status, text = self.ask("POST", f"{path}choose/", json.dumps(choice))
            self.delays.append(time.monotonic() - start)
            seen = json.loads(text) if text.startswith("{") else {}
            if status != 200:
                self.problems.append(f"{status}: {text[:120]}")
                path, seen = self.sit()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables", description=__doc__)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--think", type=float, default=5.0, help="seconds before a choice, on average")
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    slugs = [each.slug for each in variants()]
    os.environ["ARENA_TRUSTED_PROXIES"] = "1"
    with site() as place:
        people = [Person(place.port, number, slugs[number % len(slugs)]) for number in range(options.people)]
        people[0].sit()  # what the first visitor loads is nobody's table
        idle_mb = memory_mb(place.pid)
        go, stop = threading.Event(), threading.Event()
        threads = [threading.Thread(target=one.play, args=(options.think, go, stop)) for one in people]
        for thread in threads:
            thread.start()
        while sum(one.tables for one in people) <= options.people:
            time.sleep(0.1)
        seated_mb, start, cpu = memory_mb(place.pid), time.monotonic(), cpu_s(place.pid)
        go.set()
        time.sleep(options.seconds)
        spent, passed, full_mb = cpu_s(place.pid) - cpu, time.monotonic() - start, memory_mb(place.pid)
        stop.set()
        for thread in threads:
            thread.join()
        row_bytes = table_bytes()
    delays = [delay for one in people for delay in one.delays]
    problems = [problem for one in people for problem in one.problems]
    bare = bare_ms(slugs)
    print(f"{options.people} people at tables on one web process, {len(delays) / passed:.1f} choices a second")
    lines = {
        "a choice until its answer is there, median, ms": 1e3 * statistics.median(delays),
        "the same, 99 of 100, ms": 1e3 * quantile(delays, 0.99),
        "processor of a choice in the web process, ms": 1e3 * spent / max(1, len(delays)),
        "the same in the bare referee, ms": bare,
        "processor of a table and second, ms": 1e3 * spent / passed / options.people,
        "memory of the web process before, MB": idle_mb,
        "memory a table, everybody seated, KB": 1024 * (seated_mb - idle_mb) / options.people,
        "memory a table, after the run, KB": 1024 * (full_mb - idle_mb) / options.people,
        "row of a table in the database, bytes": row_bytes,
        "choices that were refused": len(problems),
    }
    for what, value in lines.items():
        print(f"{what:<52}{value:>10.1f}")
    for problem in sorted(set(problems))[:5]:
        print(f"  {problem}")


def table_bytes() -> float:
    from django.db import connection  # noqa: PLC0415 - Django is set up only here

    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(avg(pg_column_size(tables_table.*)), 0) FROM tables_table")
        return float(cursor.fetchone()[0])


def bare_ms(slugs: list[str], games: int = 40) -> float:
    """Processor time of a person's choice and the house bots' answers to it, in a game that is never put away."""
    from arena.tables.house import usual_grade  # noqa: PLC0415 - Django is set up only here
    from bots.house.registry import create  # noqa: PLC0415 - as above
    from engines import variant  # noqa: PLC0415 - as above
    from referee.clock import TimeControl  # noqa: PLC0415 - as above
    from referee.course import Course  # noqa: PLC0415 - as above
    from referee.deal import SealedDeal  # noqa: PLC0415 - as above
    from referee.sitting import SatGame  # noqa: PLC0415 - as above

    rng = random.Random(1)
    choices, begin = 0, time.process_time()
    for number in range(games):
        slug = slugs[number % len(slugs)]
        game = SatGame(Course(slug, SealedDeal.from_text(f"bare {number}"), None))
        bots = {
            seat: create(usual_grade(variant(slug).game), slug, bytes([seat])) for seat in range(1, variant(slug).seats)
        }
        while waited := game.waits_for():
            for seat in waited:
                if seat == 0:
                    choices += 1
                    action = rng.choice(game.course.state.legal_actions(0))
                else:
                    action = game.ask(bots[seat], seat, TimeControl())
                game.choose(seat, action, 0.0, 0.0)
    return 1e3 * (time.process_time() - begin) / choices


if __name__ == "__main__":
    main()

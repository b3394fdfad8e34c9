"""News by mail: off by default, together in one mail, ended by one click without a log-in."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from arena.accounts.models import User
from arena.news.actions import choose_mail
from arena.news.collecting import collect
from arena.news.letters import due_readers, send_mail_to, token_for, unsubscribe
from arena.news.models import Letter, MailChoice, Topic
from arena.tournaments.actions import timetable
from tests.news.conftest import confirmed
from tests.tournament_engine import cast


def send_all(after: timedelta = timedelta()) -> None:
    now = timezone.now() + after
    for user in due_readers(now):
        send_mail_to(user, now)


def test_nobody_gets_mail_who_did_not_ask(olga: User) -> None:
    cast.play_all(cast.started(olga, cast.field(4), "swiss"))
    confirmed(olga)
    collect()
    send_all()
    assert mail.outbox == []
    assert not Letter.objects.exists()


def test_all_that_came_together_is_one_mail(olga: User) -> None:
    choose_mail(confirmed(olga), [Topic.ORGANISED], MailChoice.Pause.SOON)
    cup = cast.started(olga, cast.field(4), "swiss")
    collect()
    send_all()
    assert len(mail.outbox) == 1
    assert mail.outbox[0].subject == "Karma Arena: 3 pieces of news"
    assert "Cup has started" in mail.outbox[0].body
    cast.play_all(cup)
    collect()
    send_all()
    assert len(mail.outbox) == 1, "the pause is not over"
    send_all(timedelta(minutes=11))
    assert len(mail.outbox) == 2
    send_all(timedelta(days=1))
    assert len(mail.outbox) == 2, "nothing is sent twice"


def test_an_address_that_is_not_confirmed_gets_nothing(olga: User) -> None:
    choose_mail(olga, [Topic.ORGANISED], MailChoice.Pause.SOON)
    cast.opened(olga, cast.field(2), "swiss")
    collect()
    send_all()
    assert mail.outbox == []


def test_owners_hear_of_their_own_matches_only(olga: User) -> None:
    cup = cast.started(olga, cast.field(4), "swiss")
    author = cup.entrants.get(seed=2).owner
    assert author is not None
    choose_mail(confirmed(author), [Topic.ENTERED], MailChoice.Pause.SOON)
    cast.play_all(cup)
    collect()
    send_all()
    results = [line for line in mail.outbox[0].body.splitlines() if re.search("Round|Final", line) and " – " in line]
    assert results
    assert all("Bot02" in line for line in results)


def test_one_click_ends_it_without_a_log_in(olga: User, client: Client) -> None:
    choose_mail(confirmed(olga), Topic.values, MailChoice.Pause.SOON)
    cast.opened(olga, cast.field(2), "swiss")
    collect()
    send_all()
    sent = mail.outbox[0]
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = sent.extra_headers["List-Unsubscribe"].strip("<>")
    assert link in sent.body
    path = "/" + link.split("/", 3)[3]
    strict = Client(enforce_csrf_checks=True)
    assert strict.get(path).status_code == 200
    assert MailChoice.objects.get().topics, "looking ends nothing: scanners look at every link"
    assert strict.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert MailChoice.objects.get().topics == []
    assert strict.post(path + "x/").status_code == 404


def test_a_link_ends_the_mail_of_nobody_else(alice: User, bob: User) -> None:
    for user in (alice, bob):
        choose_mail(user, Topic.values, 10)
    assert unsubscribe(token_for(alice).replace(str(alice.pk), str(bob.pk), 1)) is None
    assert unsubscribe(token_for(alice)) == alice
    assert MailChoice.objects.get(user=bob).topics


def test_a_mail_server_that_is_away_loses_nothing(olga: User, monkeypatch: pytest.MonkeyPatch) -> None:
    choose_mail(confirmed(olga), [Topic.ORGANISED], MailChoice.Pause.SOON)
    cast.opened(olga, cast.field(2), "swiss")
    collect()
    with monkeypatch.context() as away:
        away.setattr("django.core.mail.EmailMessage.send", lambda *_a, **_k: (_ for _ in ()).throw(OSError("away")))
        with pytest.raises(OSError, match="away"):
            send_all()
    send_all()
    assert len(mail.outbox) == 1


def test_the_page_keeps_what_is_ticked(as_alice: Client, alice: User) -> None:
    assert as_alice.get("/news/mail/").status_code == 200
    as_alice.post("/news/mail/", {"topics": ["own_bots", "arena"], "pause_minutes": "1440"})
    kept = MailChoice.objects.get(user=alice)
    assert (kept.topics, kept.pause_minutes) == (["own_bots", "arena"], 1440)
    as_alice.post("/news/mail/", {"pause_minutes": "60"})
    kept.refresh_from_db()
    assert kept.topics == []
    assert as_alice.post("/news/mail/", {"topics": ["spam"], "pause_minutes": "60"}).status_code == 422


def test_a_missed_check_in_is_mailed_to_its_owner_if_they_want_mail(olga: User) -> None:
    start = timezone.now() + timedelta(hours=1)
    cup = cast.opened(olga, cast.field(4), "swiss", starts_at=start, check_in_minutes=30)
    owners = {entrant.bot.slug: entrant.owner for entrant in cup.entrants.select_related("bot", "owner")}
    for name in ("bot01", "bot03"):
        reader = owners[name]
        assert reader is not None
        choose_mail(confirmed(reader), [Topic.ENTERED], MailChoice.Pause.SOON)
    for entrant in cup.entrants.filter(bot__slug__in=["bot01", "bot02"]):
        timetable.check_in(cup.pk, entrant, olga, start)
    timetable.start_due(start)
    collect()
    send_all()
    told = {each.to[0]: each.body for each in mail.outbox}
    assert "without Bot03" in told["author3@example.org"]
    assert "without" not in told["author1@example.org"], "it is no news for the others"
    assert set(told) == {"author1@example.org", "author3@example.org"}, "author 4 did not ask for mail"

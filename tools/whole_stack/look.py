"""Read by ``manage.py shell`` in the web container: the demo's uploads, and what the workers make of them."""

import time

from arena.bots.models import BotVersion, CheckState
from arena.chaos.load import keep_busy, make_people_and_bots
from arena.matches.models import Attempt, Game, GameState

make_people_and_bots()
uploads = BotVersion.objects.exclude(runtime="house")
end = time.monotonic() + 900
while time.monotonic() < end and uploads.filter(state__in=(CheckState.WAITING, CheckState.CHECKING)).exists():
    time.sleep(1)
for version in uploads.select_related("bot").order_by("pk"):
    print(f"  {version.bot.name} ({version.runtime}): {version.state} {version.reason}")
keep_busy(200, with_uploads=True)
open_states = (GameState.QUEUED, GameState.LEASED, GameState.PAUSED)
while time.monotonic() < end and Game.objects.filter(source__startswith="chaos", state__in=open_states).exists():
    time.sleep(1)
done = Game.objects.filter(source__startswith="chaos", state=GameState.DONE)
mine = done.filter(seats__version__in=uploads).distinct()
void = Attempt.objects.filter(outcome="void").count()
print(f"  {done.count()} games are done, {mine.count()} of them with uploads; {void} attempts were void.")

"""What a browser complains about: errors of the console, errors of scripts, and requests that failed."""

from dataclasses import dataclass

from playwright.sync_api import ConsoleMessage, Frame, Page, Request


@dataclass(frozen=True)
class _Arrival:
    """From now on the frame shows another address."""

    frame: Frame
    url: str


_Log = list[Request | _Arrival]


def listen(page: Page) -> list[str]:
    """A list that grows with every complaint of the page from now on."""
    said: list[str] = []
    log: _Log = []

    def hear(message: ConsoleMessage) -> None:
        # The test server speaks WSGI and refuses live streams; pages then ask again by themselves.
        if message.type in {"error", "warning"} and "/live/" not in message.location["url"]:
            said.append(f"{message.type}: {message.text}")

    def begin(request: Request) -> None:
        log.append(request)

    def fail(request: Request) -> None:
        if not _was_left_behind(request, log):
            said.append(f"failed: {request.url} ({request.failure})")

    page.on("console", hear)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", begin)
    page.on("framenavigated", lambda frame: log.append(_Arrival(frame, frame.url)))
    page.on("requestfailed", fail)
    return said


def _was_left_behind(request: Request, log: _Log) -> bool:
    """Did the browser itself give the request up, because it left the page that had asked for it?

    Scripts that give up, refused downloads and answers without content fail with the same words. Hence the second
    look: another page for the same frame, or for the whole tab, was still to come when the request began.
    """
    if request.failure != "net::ERR_ABORTED" or request.is_navigation_request() or request not in log:
        return False
    frames = (request.frame, request.frame.page.main_frame)
    begun = log.index(request)
    pages = [each for each in log if isinstance(each, Request) and each.is_navigation_request()]
    return any(page.frame in frames and page.failure is None and _arrived(page, log) > begun for page in pages)


def _arrived(page: Request, log: _Log) -> int:
    """Where in the log the frame shows the page; after its end, while the page is only asked for.

    Scripts change the address without leaving the page as well, hence the look at where it leads.
    """
    for place, each in enumerate(log[log.index(page) :], start=log.index(page)):
        if isinstance(each, _Arrival) and each.frame == page.frame and _bare(each.url) == _bare(page.url):
            return place
    return len(log)


def _bare(url: str) -> str:
    return url.partition("#")[0]

"""What a browser complains about: errors of the console, errors of scripts, and requests that failed."""

from playwright.sync_api import ConsoleMessage, Page, Request


def listen(page: Page) -> list[str]:
    """A list that grows with every complaint of the page from now on."""
    said: list[str] = []
    begun: list[Request] = []

    def hear(message: ConsoleMessage) -> None:
        # The test server speaks WSGI and refuses live streams; pages then ask again by themselves.
        if message.type in {"error", "warning"} and "/live/" not in message.location["url"]:
            said.append(f"{message.type}: {message.text}")

    def begin(request: Request) -> None:
        begun.append(request)

    def fail(request: Request) -> None:
        if not _left_behind(request, begun):
            said.append(f"failed: {request.url} ({request.failure})")

    page.on("console", hear)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", begin)
    page.on("requestfailed", fail)
    return said


def _left_behind(request: Request, begun: list[Request]) -> bool:
    """Did the browser itself give the request up, because its page was left while it was under way?

    Scripts that give up, refused downloads and answers without content fail with the same words. Hence the second
    look: only a page of the same frame, or of the whole tab, that was asked for later takes what it replaces along.
    """
    if request.failure != "net::ERR_ABORTED" or request.is_navigation_request():
        return False
    frames = (request.frame, request.frame.page.main_frame)
    later = begun[begun.index(request) + 1 :] if request in begun else []
    return any(each.is_navigation_request() and each.frame in frames for each in later)

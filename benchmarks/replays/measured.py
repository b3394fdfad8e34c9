"""What is measured of a page that steps through a game, and how."""

from dataclasses import dataclass

from playwright.sync_api import CDPSession, Page


@dataclass(frozen=True)
class Measured:
    what: str
    window: str
    first_frame_ms: float
    """From the beginning of the navigation; 0 where it means nothing."""
    script_ms: float = 0.0
    layout_ms: float = 0.0
    task_ms: float = 0.0


def spent_a_step(page: Page, steps: int) -> tuple[float, float, float]:
    """Milliseconds of script, of style and layout, and of everything, for each press of a key that steps on."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.keyboard.press("ArrowRight")
    before = _metrics(session)
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    after = _metrics(session)
    spent = {name: 1e3 * (after[name] - before[name]) / steps for name in after}
    return spent["ScriptDuration"], spent["LayoutDuration"] + spent["RecalcStyleDuration"], spent["TaskDuration"]


def _metrics(session: CDPSession) -> dict[str, float]:
    wanted = {"ScriptDuration", "LayoutDuration", "RecalcStyleDuration", "TaskDuration"}
    return {
        row["name"]: row["value"] for row in session.send("Performance.getMetrics")["metrics"] if row["name"] in wanted
    }

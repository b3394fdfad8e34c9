"""Words of a page that nobody can read to their end: a box hides what sticks out, or they reach over its border.

Scrolling sideways inside a box is no fault; nor is what only screen readers are told, nor somebody's name with an
ellipsis that is whole in a title.
"""

from playwright.sync_api import Page

_FIND = r"""
() => {
  const HIDES = new Set(["hidden", "clip"]);
  const SCROLLS = new Set(["auto", "scroll"]);
  const FRAMED = "button, .button, .badge, th, td, .card, .alert";
  const SLACK = 2;  // pixels: letters stand out of their lines a little
  const told = new Set();

  const name = (box) => box.tagName.toLowerCase() + [...box.classList].map((one) => "." + one).join("");
  const isWide = (rect, edge) => rect.right > edge.right + SLACK || rect.left < edge.left - SLACK;
  const isTall = (rect, edge) => rect.bottom > edge.bottom + SLACK || rect.top < edge.top - SLACK;

  function isForEyes(element) {
    for (let box = element; box; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.clipPath === "inset(50%)" || style.opacity === "0" || box.tagName === "SELECT") return false;
    }
    return element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  }

  // The nearest box around the text that hides what sticks out of it.
  function cutter(element, rect) {
    let [isAcross, isDown, isLifted] = [true, true, false];
    for (let box = element; box && box !== document.documentElement; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (style.display === "inline" && !(box instanceof SVGSVGElement)) continue;
      if (isLifted && style.position === "static") continue;
      const edge = box.getBoundingClientRect();
      if (isAcross && HIDES.has(style.overflowX) && isWide(rect, edge)) return box;
      if (isDown && HIDES.has(style.overflowY) && isTall(rect, edge)) return box;
      isAcross &&= !SCROLLS.has(style.overflowX);
      isDown &&= !SCROLLS.has(style.overflowY);
      if (style.position === "fixed") return null;
      isLifted = style.position === "absolute" || (isLifted && style.position === "static");
    }
    return null;
  }

  function overflown(element, rect) {
    const box = element.closest(FRAMED);
    if (!box || !isWide(rect, box.getBoundingClientRect())) return null;
    for (let inner = element; inner !== box; inner = inner.parentElement)
      if (SCROLLS.has(getComputedStyle(inner).overflowX)) return null;
    return box;
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, element = text.parentElement;
    if (!text.data.trim() || element.closest("[title]") || !isForEyes(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      const box = rect.width && rect.height ? cutter(element, rect) ?? overflown(element, rect) : null;
      if (!box) continue;
      told.add(`${name(box)}: ${text.data.trim().replace(/\s+/g, " ")}`);
      break;
    }
  }
  return [...told];
}
"""


def cut_texts(page: Page) -> list[str]:
    """A line each: the box that cuts, and the text."""
    found: list[str] = page.evaluate(_FIND)
    return found

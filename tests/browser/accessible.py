"""What axe finds wrong with a page, where of contrast each combination of colours is looked at until it has passed.

Contrast is most of axe's work, and a page says most of its words in the few styles that every page has. Where an
element's letters, and all that lies behind them, are as they were on a page where they passed, they pass again.
"""

from axe_playwright_python.sync_playwright import Axe, AxeResults
from playwright.sync_api import Page

_PASSED: set[str] = set()
"""Looks that have enough contrast, from all pages that this process has seen."""

_RUN = """
async passed => {
  const LETTERS = ["color", "fontSize", "fontWeight", "textShadow", "webkitTextFillColor", "webkitTextStroke", "fill"];
  const GROUND = ["backgroundColor", "backgroundImage", "backgroundClip", "opacity", "filter", "backdropFilter",
                  "mixBlendMode", "clipPath", "maskImage", "transform"];
  const styles = (style, names) => names.map(name => style[name]).join("|");
  const plain = styles(getComputedStyle(document.createElement("i")), GROUND);
  const SIDES = ["marginTop", "marginRight", "marginBottom", "marginLeft"];
  const grounds = new Map([[null, ""]]);
  const ground = element => {  // null: what lies behind it is not told by what it stands in
    if (grounds.has(element)) return grounds.get(element);
    const style = getComputedStyle(element), behind = ground(element.parentElement);
    const flows = behind !== null && !(element instanceof SVGElement) && style.zIndex === "auto" &&
      ["static", "relative"].includes(style.position) && style.gridRowStart === "auto" &&
      !SIDES.some(side => style[side].startsWith("-"));
    let own = styles(style, GROUND);
    if (flows) {
      for (const layer of ["::before", "::after"]) {
        const drawn = getComputedStyle(element, layer);
        if (drawn.content !== "none") own += layer + styles(drawn, [...GROUND, "position", "width", "height"]);
      }
    }
    const result = !flows ? null : own === plain ? behind : behind + ">" + own;
    grounds.set(element, result);
    return result;
  };
  const look = element => {
    const behind = ground(element);
    return behind === null ? null : styles(getComputedStyle(element), LETTERS) + "#" + behind;
  };

  const known = new Set(passed), judged = new Map();
  const rule = axe._audit.rules.find(each => each.id === "color-contrast"), matches = rule.matches;
  rule.matches = (element, ...rest) => {
    const own = look(element);
    if (own !== null && known.has(own) || !matches.call(rule, element, ...rest)) return false;
    judged.set(element, own);
    return true;
  };
  const results = await axe.run({resultTypes: ["violations", "incomplete"], elementRef: true});
  rule.matches = matches;
  const doubted = new Set([null]);
  for (const found of [...results.violations, ...results.incomplete]) {
    for (const node of found.nodes) {
      if (found.id === rule.id) doubted.add(judged.get(node.element) ?? null);
      delete node.element;
    }
  }
  for (const node of [...results.passes, ...results.inapplicable].flatMap(found => found.nodes)) delete node.element;
  return [results, [...new Set(judged.values())].filter(own => !doubted.has(own))];
}
"""


def faults(page: Page) -> AxeResults:
    axe = Axe()
    page.evaluate(axe.axe_script)
    response, passed = page.evaluate(_RUN, list(_PASSED))
    _PASSED.update(passed)
    assert response["passes"], "axe did not look at anything"
    return AxeResults(response)

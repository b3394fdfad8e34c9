// The words of scripts in the language of the page. English stands in the scripts themselves; the page carries what it is
// in the reader's language, for the scripts that it uses (see docs/developers/translating.md).

/** @typedef {{forms: string, texts: Record<string, string | string[]>}} Said  forms: which plural form each number takes, a digit each */

/** Of the whole page: a page's own script and the table of its game each have this module joined into them. */
const page = /** @type {{arenaSaid?: Said}} */ (/** @type {unknown} */ (globalThis));
const isFirst = !page.arenaSaid;
const said = (page.arenaSaid ??= { forms: "", texts: {} });

/** More words, which go before those that are known. @param {Said} more */
export function learn(more) {
  said.forms = more.forms || said.forms;
  Object.assign(said.texts, more.texts);
}

/** Those that the page carries; of one name only, if one is said. @param {string} [name] */
export function learnFromPage(name) {
  for (const part of document.querySelectorAll(name ? `[data-vocabulary="${name}"]` : "[data-vocabulary]")) learn(JSON.parse(part.textContent ?? "{}"));
}

/** @param {string} text @param {Record<string, unknown>} values */
const filled = (text, values) => text.replaceAll(/\{(\w+)\}/g, (all, name) => (Object.hasOwn(values, name) ? String(values[name]) : all));

/**
 * A text in the reader's language, its places filled in. The English is written out in the call: the catalogues are made
 * from it.
 * @param {string} text @param {Record<string, unknown>} [values] @returns {string}
 */
export function t(text, values = {}) {
  const known = said.texts[text];
  return filled(typeof known === "string" ? known : text, values);
}

/**
 * "1 card", "3 cards": by the rule of the language.
 * @param {string} one @param {string} more @param {number} n @param {Record<string, unknown>} [values] @returns {string}
 */
export function plural(one, more, n, values = {}) {
  const known = said.texts[one];
  const whole = Math.abs(Math.round(n));
  const form = Number(said.forms[whole < said.forms.length ? whole : 100 + (whole % 100)] ?? (whole === 1 ? 0 : 1));
  return filled(Array.isArray(known) ? (known[form] ?? more) : n === 1 ? one : more, { n, ...values });
}

/** A number as the reader writes it. @param {number} value @param {number} [digits] after the decimal point */
export function number(value, digits = 0) {
  const language = typeof document === "undefined" ? "en" : document.documentElement.lang;
  return value.toLocaleString(language || "en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** "a, b and c". @param {string[]} parts @returns {string} */
export function listed(parts) {
  if (parts.length < 2) return parts[0] ?? "";
  return t("{parts} and {last}", { parts: parts.slice(0, -1).join(", "), last: parts.at(-1) });
}

if (isFirst && typeof document !== "undefined") learnFromPage();

// Parts of the page that must be there: one that is missing is our fault, and said by its name.

/** @param {ParentNode} root @param {string} selector @returns {SVGSVGElement} */
export function picture(root, selector) {
  const found = root.querySelector(selector);
  if (!(found instanceof SVGSVGElement)) throw new Error(`The page lacks ${selector}.`);
  return found;
}

/** @param {ParentNode} root @param {string} selector @returns {HTMLElement} */
export function find(root, selector) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`The page lacks ${selector}.`);
  return /** @type {HTMLElement} */ (found);
}

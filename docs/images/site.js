// The theme puts the button that copies a block of code into a landmark of its own: dozens of them, all without a name.
const quiet = () => document.querySelectorAll(".md-code__nav:not([role])").forEach((bar) => bar.setAttribute("role", "presentation"));
new MutationObserver(quiet).observe(document.documentElement, { childList: true, subtree: true });
quiet();

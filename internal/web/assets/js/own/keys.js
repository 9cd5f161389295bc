// Single keys, never in a field or with a modifier, and not for those who turned them
// off. After g, a letter is a page to go to.
const pages = { h: "../", c: "../collections", l: "../locations", i: "../insurance", v: "../value", t: "../types", o: "../log" }; // from this script
let going = -Infinity; // 0 is when the page came, and would count as g
document.addEventListener("keydown", (event) => {
  const undo = event.key === "z" && (event.ctrlKey || event.metaKey) && !event.target.closest("input, textarea") && document.querySelector("[data-undo]");
  if (undo) undo.click();
  if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing || event.target.closest("input, textarea, select, dialog[open], [contenteditable]")) return;
  if (document.documentElement.dataset.keys === "off") return;
  const went = event.timeStamp - going < 1500 && pages[event.key];
  going = event.key === "g" ? event.timeStamp : -Infinity;
  if (went) location.assign(new URL(went, import.meta.url));
  else if (event.key === "?") document.querySelector("#help")?.togglePopover();
  else if (event.key === "/") {
    event.preventDefault();
    const field = document.querySelector("#q");
    if (field) field.focus();
    else document.querySelector("[data-palette]")?.click();
  } else document.querySelector(`[data-key="${CSS.escape(event.key)}"]`)?.click();
});

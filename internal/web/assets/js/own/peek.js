// An item is looked at beside its list. On a phone it comes from below.
const peek = document.querySelector("[data-peek]");
if (peek) {
  const narrow = matchMedia("(max-width: 760px)");
  const links = () => [...document.querySelectorAll("#results a[data-item]")];
  const current = () => document.querySelector("#results a[data-item][aria-current]");
  const close = () => {
    const link = current();
    link?.removeAttribute("aria-current");
    if (peek.open) peek.close();
    link?.focus();
  };
  const open = async (link) => {
    current()?.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    await htmx.ajax("GET", link.dataset.item, { target: "#peek", swap: "innerHTML" });
    peek.querySelector("[data-open]")?.setAttribute("href", link.getAttribute("href"));
    if (narrow.matches) {
      if (!peek.open) peek.showModal();
    } else {
      peek.setAttribute("open", ""); // focus stays in the list
      link.scrollIntoView({ block: "nearest" });
    }
  };
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-close]") || event.target === peek) return close();
    const link = event.target.closest("#results a[data-item]");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link === current() && !narrow.matches) return; // the second time leads to its page
    event.preventDefault();
    open(link);
  });
  peek.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  // In a grid, down is the card below; in a table, the next row.
  const steps = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1], l: [1, 0], h: [-1, 0], j: [0, 1], k: [0, -1] };
  document.addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.target.closest("input, textarea, select, [popover], [contenteditable]")) return;
    if (event.key === "Escape" && peek.open) return close();
    const step = steps[event.key];
    if (!step || document.querySelector(":popover-open")) return;
    const all = links();
    const at = all.indexOf(document.activeElement);
    if (at < 0 && (event.key.startsWith("Arrow") || !all.length)) return;
    const top = (link) => link.getBoundingClientRect().top;
    const wide = Math.max(1, all.filter((link) => top(link) === top(all[0])).length);
    const to = all[at < 0 ? 0 : at + step[0] + step[1] * wide];
    if (!to) return;
    event.preventDefault();
    to.focus();
    if (peek.open && !narrow.matches) open(to);
  });
}

// The list of places as a tree: arrows open, close and move, Enter goes there.
const rows = (tree) => [...tree.querySelectorAll("a.tr")].filter((row) => row.offsetParent);
const group = (row) => row.parentElement.querySelector(":scope > ul");
const shut = (row, on) => {
  row.parentElement.classList.toggle("shut", on);
  row.setAttribute("aria-expanded", String(!on));
};
const dress = (list, level, moves) => {
  for (const item of list.children) {
    const row = item.querySelector(":scope > a");
    if (!row) continue;
    item.role = "none";
    row.role = "treeitem";
    row.tabIndex = -1;
    row.setAttribute("aria-level", level);
    row.draggable = moves;
    adopt(row, level, moves);
  }
};
const adopt = (row, level, moves) => {
  const inner = group(row);
  if (inner) {
    inner.role = "group";
    inner.id = row.id + "-in";
    row.setAttribute("aria-owns", inner.id);
    dress(inner, level + 1, moves);
  }
  if (inner || row.parentElement.dataset.branch) row.setAttribute("aria-expanded", String(Boolean(inner)));
};
const open = async (row) => {
  const item = row.parentElement;
  if (item.dataset.branch) {
    const branch = item.dataset.branch;
    delete item.dataset.branch; // once, however often one presses
    await htmx.ajax("GET", branch, { source: item, target: item, swap: "beforeend" });
    adopt(row, Number(row.ariaLevel), row.draggable);
  }
  shut(row, false);
};
const toggle = (row) => (row.ariaExpanded === "true" ? shut(row, true) : open(row));
const go = (tree, row) => {
  if (!row) return;
  for (const other of tree.querySelectorAll("a.tr[tabindex='0']")) other.tabIndex = -1;
  row.tabIndex = 0;
  row.focus();
};
const keys = {
  ArrowDown: (tree, row, all, at) => go(tree, all[at + 1]),
  ArrowUp: (tree, row, all, at) => go(tree, all[at - 1]),
  Home: (tree, row, all) => go(tree, all[0]),
  End: (tree, row, all) => go(tree, all.at(-1)),
  ArrowRight: (tree, row, all, at) => (row.ariaExpanded === "false" ? open(row) : row.ariaExpanded && go(tree, all[at + 1])),
  ArrowLeft: (tree, row) => (row.ariaExpanded === "true" ? shut(row, true) : go(tree, row.parentElement.parentElement.closest("li")?.querySelector("a"))),
  m: (tree, row) => tree.matches("[data-moves]") && document.dispatchEvent(new CustomEvent("dialog", { detail: row.href + "/move" })),
};
const begin = () => {
  for (const tree of document.querySelectorAll("[data-tree]:not([role])")) {
    tree.role = "tree";
    dress(tree, 1, tree.matches("[data-moves]"));
    const at = tree.querySelector("[aria-current]") ?? tree.querySelector("a.tr");
    at.tabIndex = 0;
    if (at.matches("[aria-current]") && tree.offsetParent) at.scrollIntoView({ block: "nearest" });
    tree.addEventListener("click", (event) => {
      const row = event.target.closest("a.tr");
      if (!event.target.closest(".tw") || !row?.ariaExpanded) return;
      event.preventDefault();
      toggle(row);
    });
    tree.addEventListener("keydown", (event) => {
      const row = event.target.closest("a.tr");
      if (!row || !keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      const all = rows(tree);
      keys[event.key](tree, row, all, all.indexOf(row));
    });
  }
};
begin();
document.addEventListener("htmx:after:swap", begin);

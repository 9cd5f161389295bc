// The page is whole without this script. With it there are a search, copy buttons, a
// menu on small screens, and a mark where one is.
const side = document.querySelector(".side");
const nav = side.querySelector("nav");
const links = new Map([...nav.querySelectorAll("a")].map((a) => [a.hash.slice(1), a]));

// Copy buttons.
for (const pre of document.querySelectorAll(".panel pre")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent);
      button.textContent = "Copied";
    } catch { // not allowed: select it, so that one key copies it
      getSelection().selectAllChildren(pre);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  pre.closest("figure").querySelector("figcaption").append(button);
}

// The menu of small screens.
const menu = side.querySelector(".menu");
menu.hidden = false;
const unfold = (open) => {
  side.classList.toggle("open", open);
  menu.setAttribute("aria-expanded", String(open));
};
document.body.classList.add("scripted");
menu.addEventListener("click", () => unfold(!side.classList.contains("open")));
nav.addEventListener("click", (e) => { if (e.target.closest("a")) unfold(false); });

// The search: every word must be part of the method, the path or the summary.
const box = side.querySelector(".search");
const input = box.querySelector("input");
const none = side.querySelector(".none");
box.hidden = false;
const search = () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const section of nav.querySelectorAll("section")) {
    let any = false;
    for (const entry of section.querySelectorAll(":scope > ul > li")) {
      const name = entry.firstElementChild.textContent;
      let inside = 0;
      for (const item of entry.querySelectorAll("li")) {
        const a = item.firstElementChild;
        const text = `${a.title} ${a.textContent} ${name}`.toLowerCase();
        item.hidden = !words.every((w) => text.includes(w));
        inside += item.hidden ? 0 : 1;
      }
      const own = words.every((w) => name.toLowerCase().includes(w));
      entry.hidden = !own && inside === 0;
      entry.classList.toggle("found", words.length > 0 && inside > 0);
      any ||= !entry.hidden;
      found += entry.hidden ? 0 : 1;
    }
    section.hidden = !any;
  }
  none.hidden = found > 0;
};
input.addEventListener("input", search);
input.addEventListener("keydown", (e) => {
  if (e.key === "Escape") { input.value = ""; search(); input.blur(); }
  if (e.key === "Enter") {
    const first = [...nav.querySelectorAll("a")].find((a) => a.offsetParent !== null && (a.title || !a.parentElement.querySelector("ul")));
    if (first) { first.click(); unfold(false); }
  }
});
addEventListener("keydown", (e) => {
  if (e.key === "/" && !e.ctrlKey && !e.metaKey && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
    e.preventDefault();
    unfold(true);
    input.focus();
  }
});

// The mark: the last part whose beginning is above the upper third of the window.
const parts = [...document.querySelectorAll("main [id]")].filter((p) => links.has(p.id));
let current;
let due = false;
const mark = () => {
  due = false;
  const line = innerHeight / 3;
  let at = parts.findLastIndex((p) => p.getBoundingClientRect().top <= line);
  if (scrollY + innerHeight >= document.documentElement.scrollHeight - 2) at = parts.length - 1;
  const link = at < 0 ? undefined : links.get(parts[at].id);
  if (link === current) return;
  current?.removeAttribute("aria-current");
  nav.querySelector("li.here")?.classList.remove("here");
  current = link;
  if (!link) return;
  link.setAttribute("aria-current", "true");
  link.closest("section > ul > li")?.classList.add("here");
  if (!side.matches(":hover") && !side.contains(document.activeElement)) link.scrollIntoView({ block: "nearest" });
};
const later = () => { if (!due) { due = true; requestAnimationFrame(mark); } };
addEventListener("scroll", later, { passive: true });
addEventListener("resize", later);
mark();

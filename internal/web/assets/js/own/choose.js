// Things of a list are chosen: x chooses the one with the focus, Shift a range, and Esc
// none any more.
const boxes = (form) => [...form.querySelectorAll("[type=checkbox]:enabled:not([data-every], [data-choosing])")];
const count = (form) => {
  const place = form?.querySelector("[data-count]");
  const every = form?.querySelector("[data-every]:checked");
  if (place) place.textContent = place.dataset.count.replace("{n}", every?.dataset.every ?? boxes(form).filter((box) => box.checked).length);
  return place?.textContent;
};
// All of a list are chosen, also those on other pages: then the boxes of single things rest.
const rest = (form) => {
  const every = form.querySelector("[data-every]");
  if (!every) return;
  for (const box of form.querySelectorAll(".pick-it input")) if (every.checked || box.disabled) box.checked = box.disabled = every.checked;
  for (const button of form.querySelectorAll("[data-some]")) button.disabled = every.checked;
};
let last;
document.addEventListener("click", (event) => {
  const box = event.target;
  if (!box.matches("[data-choose] [type=checkbox]")) return;
  const all = boxes(box.form);
  const ends = [all.indexOf(box), all.indexOf(last)].sort((a, b) => a - b);
  if (event.shiftKey && ends[0] >= 0) for (const between of all.slice(ends[0], ends[1] + 1)) between.checked = box.checked;
  last = box;
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-every]")) rest(event.target.form);
  const said = count(event.target.form);
  if (said) document.querySelector("#live").textContent = said;
});
document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || document.querySelector("dialog[open], :popover-open")) return;
  if (event.key === "Escape") for (const form of document.querySelectorAll("[data-choose]")) form.reset();
  if (event.key !== "x" || document.documentElement.dataset.keys === "off") return;
  document.activeElement.closest("[data-choose] :is(li, tr)")?.querySelector("[type=checkbox]")?.click();
});
document.addEventListener("reset", (event) => event.target.matches("[data-choose]") && setTimeout(rest, 0, event.target));
// A page one comes back to has its boxes as they were left.
addEventListener("pageshow", () => document.querySelectorAll("[data-choose]").forEach((form) => (rest(form), count(form))));
// What has just been done is said.
const done = document.querySelector("[data-done]");
if (done) setTimeout(() => (document.querySelector("#live").textContent = done.innerText), 100);

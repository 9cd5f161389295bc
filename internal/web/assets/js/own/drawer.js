// What is fetched into the drawer opens it. Ctrl and Enter save and go on; what was
// added is shown when the drawer is closed, which asks if something was typed.
const drawer = document.querySelector("#drawer");
let shown, before, added;
const typed = () => JSON.stringify([...new FormData(drawer.querySelector("[data-many]") ?? undefined)].map(([name, value]) => [name, value.name ?? value]));
// The page may have a form with the same ids.
const apart = () => {
  for (const one of drawer.querySelectorAll("[id]")) {
    const id = one.id;
    if (document.getElementById(id) === one) continue;
    one.id = "drawer-" + id;
    for (const [name, mark] of [["for", ""], ["list", ""], ["aria-describedby", ""], ["aria-labelledby", ""], ["aria-controls", ""], ["hx-include", "#"]]) {
      for (const other of drawer.querySelectorAll(`[${name}="${mark}${CSS.escape(id)}"]`)) other.setAttribute(name, mark + one.id);
    }
  }
};
document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx?.target !== drawer || !drawer?.firstElementChild || shown === drawer.firstElementChild) return;
  shown = drawer.firstElementChild;
  apart();
  if (!drawer.open) drawer.showModal();
  added ||= Boolean(drawer.querySelector(".saved"));
  const wrong = drawer.querySelector("[aria-invalid=true]");
  before = wrong ? "" : typed();
  (wrong ?? drawer.querySelector("[autofocus]"))?.focus();
});
const asks = (event) => {
  const ask = drawer.querySelector("[data-ask]");
  if (!ask || typed() === before) return;
  event.preventDefault();
  ask.hidden = !ask.hidden;
  (ask.hidden ? drawer.querySelector("[name=name]") : ask.querySelector("button")).focus();
};
drawer?.addEventListener("cancel", asks);
drawer?.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.isComposing) asks(event);
});
drawer?.addEventListener("submit", (event) => {
  if (event.target.method === "dialog") asks(event);
});
drawer?.addEventListener("click", (event) => {
  if (event.target.closest("[data-keep]")) asks(event);
  if (event.target.closest("[data-discard]")) drawer.close();
});
drawer?.addEventListener("close", () => {
  if (added) return location.reload();
  setTimeout(() => drawer.open || drawer.replaceChildren(), 500); // what was typed may still be looked up, for a place in here
});
document.addEventListener("keydown", (event) => {
  const form = event.target.closest("[data-many]");
  if (form && event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit(form.querySelector("[data-next]"));
});
document.addEventListener("change", (event) => {
  const shots = event.target.closest("[data-previews]");
  if (!shots) return;
  for (const old of shots.querySelectorAll(".ph")) old.remove();
  const files = [...shots.querySelectorAll("[type=file]")].flatMap((input) => [...input.files]);
  shots.prepend(
    ...files.map((file) => {
      const tile = Object.assign(document.createElement("span"), { className: "ph" });
      tile.append(Object.assign(new Image(), { src: URL.createObjectURL(file), alt: file.name }));
      return tile;
    }),
  );
});

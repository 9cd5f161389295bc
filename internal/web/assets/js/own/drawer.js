// What is fetched into the drawer opens it. Ctrl and Enter save and go on; what was
// added is shown when the drawer is closed.
const drawer = document.querySelector("#drawer");
let shown;
document.addEventListener("htmx:after:swap", () => {
  if (!drawer?.firstElementChild || shown === drawer.firstElementChild) return;
  shown = drawer.firstElementChild;
  if (!drawer.open) drawer.showModal();
  drawer.querySelector("[autofocus]")?.focus();
});
drawer?.addEventListener("close", () => {
  const added = drawer.querySelector(".saved");
  drawer.replaceChildren();
  if (added) location.reload();
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

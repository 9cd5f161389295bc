// The palette: what is typed is asked for by htmx, which drops older questions.
const palette = document.querySelector("#palette");
if (palette) {
  const field = palette.querySelector("#palette-q");
  const options = () => [...palette.querySelectorAll("[role=option]")];
  const choose = (option) => {
    for (const other of options()) other.setAttribute("aria-selected", String(other === option));
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  };
  const chosen = () => palette.querySelector("[aria-selected=true]");
  const open = () => {
    if (palette.open) return;
    field.value = "";
    palette.querySelector("#palette-hits").replaceChildren();
    choose();
    palette.showModal();
    htmx.trigger(field, "open");
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-palette]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  });
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      open();
    }
  });
  field.addEventListener("input", () => choose()); // what is shown answers an older question
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const all = options();
    const at = all.indexOf(chosen());
    if (!all.length) return;
    if (event.key === "ArrowDown") choose(all[(at + 1) % all.length]);
    else if (event.key === "ArrowUp") choose(all.at(Math.max(at, 0) - 1));
    else if (event.key === "Enter" && chosen() && (event.ctrlKey || event.metaKey)) window.open(chosen().href, "_blank", "noopener");
    else return;
    event.preventDefault();
  });
  field.form.addEventListener("submit", (event) => {
    if (!chosen()) return;
    event.preventDefault();
    location.assign(chosen().href);
  });
  document.addEventListener("htmx:after:swap", () => {
    if (!palette.open) return;
    choose(options()[0]);
    palette.querySelector("#palette-live").textContent = field.value ? palette.querySelector("#palette-hits").dataset.said : "";
  });
  palette.querySelector("[data-close]").addEventListener("click", () => palette.close());
  palette.addEventListener("click", (event) => {
    if (event.target === palette) palette.close();
  });
}

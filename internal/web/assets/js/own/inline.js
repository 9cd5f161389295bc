// A field that is changed in its place: Esc leaves it, and what was done is read out.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") event.target.closest(".inl")?.querySelector("[data-cancel]").click();
});
document.addEventListener("htmx:after:swap", () => {
  const said = document.querySelector("[hidden][data-said]");
  if (!said) return;
  document.querySelector("#live").textContent = said.dataset.said;
  said.remove();
});
// What unfolds to be typed into has the cursor.
document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.matches(".tg-new[open]")) event.target.querySelector(".in").focus();
  },
  true,
);

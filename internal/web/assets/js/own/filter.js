// Of several types, only the fields of the chosen one filter.
const wanted = document.querySelector("#wanted");
if (wanted) {
  const choose = () => {
    const type = wanted.querySelector("[name=type]:checked")?.value ?? "";
    for (const part of wanted.querySelectorAll("[data-of-type]")) {
      part.hidden = type !== "" && part.dataset.ofType !== type;
      part.disabled = part.hidden;
    }
  };
  wanted.addEventListener("input", choose, true);
  choose();
  // What was found is said, and focus is where it was.
  let focus = "";
  document.addEventListener("htmx:before:swap", () => {
    focus = document.activeElement?.id ?? "";
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail?.ctx?.sourceElement?.matches(".sums")) return; // nothing else was found
    choose();
    const results = document.querySelector("#results");
    document.querySelector("#live").textContent = results?.dataset.said ?? "";
    if (focus && document.activeElement === document.body) document.getElementById(focus)?.focus();
    if (document.activeElement === document.body && event.detail?.ctx?.select) document.querySelector(".more-row ~ tr a, #results a[data-item]")?.focus({ preventScroll: true });
  });
}

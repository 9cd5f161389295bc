// What a search has chosen among options is said, and that there is none.
document.addEventListener("htmx:after:swap", (event) => {
  const list = event.detail.ctx?.target;
  const said = list?.closest?.(".f")?.querySelector("[data-found]");
  if (!said) return;
  const none = list.querySelector("option:disabled");
  said.className = none ? "hint" : "sr";
  said.textContent = (none ?? list.selectedOptions[0])?.text;
});

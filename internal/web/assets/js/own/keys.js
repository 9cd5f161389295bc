// Single keys, never in a field or with a modifier.
document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || event.target.closest("input, textarea, select, [contenteditable]")) return;
  if (event.key === "/") {
    const field = document.querySelector("#q");
    if (!field) return;
    event.preventDefault();
    field.focus();
    return;
  }
  document.querySelector(`[data-key="${CSS.escape(event.key)}"]`)?.click();
});

// A choice that sends its form at once.
document.addEventListener("change", (event) => {
  if (event.target.closest("[data-submit]")) event.target.form.requestSubmit();
});

// Photos may be dropped onto their form.
for (const form of document.querySelectorAll("[data-drop]")) {
  const over = (on) => (event) => {
    event.preventDefault();
    form.classList.toggle("over", on);
  };
  form.addEventListener("dragover", over(true));
  form.addEventListener("dragleave", over(false));
  form.addEventListener("drop", (event) => {
    over(false)(event);
    form.querySelector("[type=file]").files = event.dataTransfer.files;
    form.requestSubmit();
  });
}

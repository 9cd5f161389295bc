// What is shown once can be copied.
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.querySelector(button.dataset.copy).innerText.trim());
    document.querySelector("#live").textContent = button.dataset.said;
    button.lastChild.textContent = button.dataset.said;
  });
}

// A link that opens a part of the page instead of another page.
for (const link of document.querySelectorAll("[data-sheet]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    document.querySelector(link.dataset.sheet).showModal();
  });
}

// Photos may be dragged into an order; buttons do the same.
const shelf = document.querySelector("[data-order]");
let dragged;
const cardOf = (event) => event.target.closest("[data-photo]");
if (shelf && matchMedia("(pointer: fine)").matches) {
  for (const card of shelf.children) card.draggable = true;
  shelf.addEventListener("dragstart", (event) => {
    if (!(dragged = cardOf(event))) return;
    dragged.classList.add("drag");
    event.dataTransfer.effectAllowed = "move";
  });
  shelf.addEventListener("dragover", (event) => {
    const over = cardOf(event);
    if (!dragged || !over) return;
    event.preventDefault();
    if (over === dragged) return;
    const cards = [...shelf.children];
    over[cards.indexOf(over) < cards.indexOf(dragged) ? "before" : "after"](dragged);
  });
  shelf.addEventListener("dragend", async () => {
    dragged.classList.remove("drag");
    const before = dragged.previousElementSibling;
    const after = dragged.nextElementSibling;
    const position = after ? after.dataset.position : Number(before.dataset.position) + 1;
    await fetch(shelf.dataset.order + dragged.dataset.photo, { method: "POST", body: new URLSearchParams({ position }) });
    location.reload();
  });
}

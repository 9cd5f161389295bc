// Photos are enlarged one after the other: by keys, by buttons, by a swipe.
const box = document.querySelector("#lightbox");
let links, at, from;
const showAt = (n) => {
  at = (n + links.length) % links.length;
  const picture = box.querySelector("img");
  picture.src = links[at].href;
  picture.alt = links[at].querySelector("img").alt || links[at].getAttribute("aria-label") || "";
  box.querySelector("figcaption").textContent = links[at].dataset.caption || "";
};
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-enlarge]");
  if (!box || !link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const known = new Map([...document.querySelectorAll("[data-enlarge]")].map((l) => [l.dataset.enlarge, l]));
  links = [...known.values()];
  for (const button of box.querySelectorAll("[data-step]")) button.hidden = links.length < 2;
  showAt(links.findIndex((l) => l.dataset.enlarge === link.dataset.enlarge));
  box.showModal();
});
box?.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (button) showAt(at + Number(button.dataset.step));
});
box?.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step) showAt(at + step);
});
box?.addEventListener("pointerdown", (event) => (from = event.clientX));
box?.addEventListener("pointerup", (event) => {
  if (Math.abs(event.clientX - from) > 60) showAt(at + (event.clientX < from ? 1 : -1));
});

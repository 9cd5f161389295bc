// A part of a page that does not come says so in its place. The rest stays.
const failed = (event) => {
  const part = event.detail.ctx?.sourceElement.closest?.("[data-part]");
  if (!part) return;
  event.preventDefault();
  part.removeAttribute("aria-busy");
  for (const place of part.querySelectorAll("[data-wait]")) place.hidden = true;
  part.querySelector("[data-failed]").hidden = false;
};
document.addEventListener("htmx:error", failed);
document.addEventListener("htmx:before:response", (event) => event.detail.ctx.response.raw.ok || failed(event));

// A form that cannot be sent keeps what was typed, and says so.
const say = (form, text) => {
  let told = form.querySelector(".unsent");
  if (!told) {
    told = Object.assign(document.createElement("p"), { className: "unsent", role: "alert" });
    const button = form.querySelector("button:not([type=button])");
    if (button) (button.closest("footer, .reach") ?? button).before(told);
    else form.append(told);
  }
  told.textContent = text;
};
document.addEventListener(
  "submit",
  (event) => {
    if (!event.target.matches("[method=post]") || navigator.onLine) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    say(event.target, document.body.dataset.offline);
  },
  true,
);
addEventListener("online", () => {
  for (const told of document.querySelectorAll(".unsent")) told.textContent = document.body.dataset.online;
});
const unsent = (event) => {
  const form = event.detail.ctx?.sourceElement;
  if (form?.matches?.("form[method=post]")) say(form, document.body.dataset.unsent);
  return Boolean(form?.closest?.("dialog"));
};
document.addEventListener("htmx:error", unsent);
document.addEventListener("htmx:before:response", (event) => {
  const status = event.detail.ctx.response.raw.status;
  if ((status === 429 || status >= 500) && unsent(event)) event.preventDefault();
});

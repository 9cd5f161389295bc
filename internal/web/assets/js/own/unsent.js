// A form that cannot be sent keeps what was typed, says so, and can be sent again.
const say = (form, text, button) => {
  let told = form.querySelector(".unsent");
  if (!told) {
    told = Object.assign(document.createElement("p"), { className: "unsent", role: "alert" });
    const first = form.querySelector("button:not([type=button])");
    if (first) (first.closest("footer, .reach, .ends") ?? first).before(told);
    else form.append(told);
  }
  const again = Object.assign(document.createElement("button"), { type: "button", className: "btn sm", textContent: document.body.dataset.again });
  again.addEventListener("click", () => form.requestSubmit(button?.isConnected ? button : undefined));
  told.replaceChildren(text + " ", again);
};
// Browsers take any network for a connection. So a form that leaves the page asks first whether the
// service can be reached; it is busy until the page is left, and is not sent twice.
const icon = document.querySelector("link[rel~=icon]").href;
const reached = () => fetch(icon, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(8000) }).catch(() => {});
const leaves = (form) => !form.matches("[hx-post], [data-live]") && !form.closest("dialog");
let asked;
document.addEventListener(
  "submit",
  async (event) => {
    const [form, button] = [event.target, event.submitter];
    if (!form.matches("[method=post]")) return;
    if (asked === form) {
      asked = undefined;
      setTimeout(() => event.defaultPrevented && (form.ariaBusy = null)); // a script sends it
      setTimeout(() => (form.ariaBusy = null), 5000); // the answer is a file
      return;
    }
    if (navigator.onLine && !leaves(form)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    if (navigator.onLine && (await reached())) {
      asked = form;
      return form.requestSubmit(button);
    }
    form.ariaBusy = null;
    say(form, navigator.onLine ? document.body.dataset.unsent : document.body.dataset.offline, button);
  },
  true,
);
addEventListener("pageshow", () => document.querySelectorAll("form[aria-busy]").forEach((form) => (form.ariaBusy = null)));
addEventListener("online", () => {
  for (const told of document.querySelectorAll("p.unsent")) told.firstChild.textContent = document.body.dataset.online + " ";
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

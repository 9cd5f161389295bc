// Links and forms that open their page in a dialog. Without scripts they lead to it.
const ask = async (address) => {
  const dialog = document.createElement("dialog");
  dialog.className = "dlg";
  document.body.append(dialog);
  await htmx.ajax("GET", address, { source: dialog, target: dialog, swap: "innerHTML" });
  if (!dialog.querySelector(".sheet-in")) return location.assign(address);
  dialog.setAttribute("aria-labelledby", "sheet-title");
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog && !event.target.closest("[data-close]")) return;
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener("submit", (event) => send(dialog, event));
  for (const open of document.querySelectorAll("[popover]:popover-open")) open.hidePopover();
  dialog.showModal();
};
// A mistake stays in the dialog. Its form is sent once at a time, by parts if it is long.
const send = async (dialog, event) => {
  const form = event.target;
  const many = form.dataset.parts && new FormData(form).getAll(form.dataset.parts).length > 100;
  if (event.defaultPrevented || !form.matches("[method=post]") || form.matches("[enctype]") || many) return;
  event.preventDefault();
  if (dialog.ariaBusy === "true") return;
  dialog.ariaBusy = "true";
  const address = event.submitter?.getAttribute("formaction") ?? form.getAttribute("action");
  await htmx.ajax("POST", address, { source: form, target: dialog, swap: "innerHTML", event, headers: { "Vitrine-Dialog": "1" } });
  dialog.ariaBusy = null;
  dialog.querySelector("#notice, [aria-invalid=true]")?.focus();
};
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-dialog]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  ask(link.href);
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-dialog]")) return;
  event.preventDefault();
  const address = event.submitter?.getAttribute("formaction") ?? event.target.action;
  ask(address + "?" + new URLSearchParams(new FormData(event.target)));
});
// A form may lead to a place on this page: it is loaded anew, too.
document.addEventListener("htmx:before:response", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  const to = sourceElement?.closest?.("dialog.dlg") && response.raw.headers.get("HX-Redirect");
  const next = to && new URL(to, location.href);
  if (!next || next.pathname + next.search !== location.pathname + location.search) return;
  event.preventDefault();
  location.hash = next.hash;
  location.reload();
});
document.addEventListener("dialog", (event) => ask(event.detail));

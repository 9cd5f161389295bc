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
  for (const open of document.querySelectorAll("[popover]:popover-open")) open.hidePopover();
  dialog.showModal();
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
document.addEventListener("dialog", (event) => ask(event.detail));

// On a phone, Back closes what came up over the page. The step is a change of the fragment, which
// fetches nothing.
const small = matchMedia("(max-width: 760px)");
const sheets = [...document.querySelectorAll("dialog:is(#drawer, #peek)")];
const stepped = () => location.hash === "#sheet";
const leave = () => history.replaceState(history.state, "", location.pathname + location.search);
for (const sheet of sheets) {
  new MutationObserver(() => {
    if (!sheet.open && stepped()) history.back();
    else if (sheet.open && small.matches && !stepped()) history.pushState(history.state, "", "#sheet");
  }).observe(sheet, { attributeFilter: ["open"] });
}
addEventListener("popstate", () => {
  const sheet = !stepped() && sheets.find((one) => one.open);
  if (!sheet) return;
  if (sheet.dispatchEvent(new Event("cancel", { cancelable: true }))) sheet.close();
  if (sheet.open) history.pushState(history.state, "", "#sheet"); // it asks first
});
if (stepped()) leave();

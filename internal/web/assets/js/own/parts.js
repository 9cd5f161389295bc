// Many chosen things are sent a few at a time, and one sees how far it is.
const few = 6;
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("form[data-parts]")) return;
  const fields = new FormData(form);
  const all = fields.getAll("copy");
  if (all.length <= few) return;
  event.preventDefault();
  const bar = form.querySelector("progress");
  bar.max = all.length;
  bar.value = 0;
  bar.hidden = false;
  form.querySelector("button:not([type])").disabled = true;
  let rest = all;
  while (rest.length > few) {
    fields.delete("copy");
    for (const id of rest.slice(0, few)) fields.append("copy", id);
    const answer = await fetch(form.action, { method: "POST", headers: { "HX-Request": "true" }, body: new URLSearchParams(fields) });
    if (!answer.ok) break;
    rest = rest.slice(few);
    bar.value = all.length - rest.length;
  }
  for (const field of form.querySelectorAll("[name=copy]")) field.disabled = !rest.includes(field.value);
  form.submit();
});
// How many are chosen.
document.addEventListener("change", (event) => {
  const count = event.target.form?.querySelector("[data-count]");
  if (count) count.textContent = count.dataset.count.replace("{n}", event.target.form.querySelectorAll(":checked").length);
});

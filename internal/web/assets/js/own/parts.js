// Many chosen things are sent a few at a time, and one sees how far it is.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  const name = form.dataset.parts;
  if (!name) return;
  const fields = new FormData(form);
  const all = fields.getAll(name);
  const few = Math.max(6, Math.ceil(all.length / 20));
  if (all.length <= few) return;
  event.preventDefault();
  const bar = form.querySelector("progress");
  bar.max = all.length;
  bar.value = 0;
  bar.hidden = false;
  form.querySelector("button:not([type])").disabled = true;
  let rest = all;
  while (rest.length > few) {
    fields.delete(name);
    for (const id of rest.slice(0, few)) fields.append(name, id);
    const answer = await fetch(form.action, { method: "POST", headers: { "HX-Request": "true" }, body: new URLSearchParams(fields) });
    if (!answer.ok) break;
    rest = rest.slice(few);
    bar.value = all.length - rest.length;
  }
  for (const field of form.querySelectorAll(`[name=${name}]`)) field.disabled = !rest.includes(field.value);
  const done = document.createElement("input");
  Object.assign(done, { type: "hidden", name: "done", value: bar.value });
  form.append(done);
  form.submit();
});

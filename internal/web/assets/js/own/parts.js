// Many chosen things are sent a hundred at a time, and one sees how far it is.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  const button = event.submitter;
  const name = form.dataset.parts;
  if (!name) return;
  const fields = new FormData(form, button);
  const all = fields.getAll(name);
  const few = 100;
  if (all.length <= few) return;
  event.preventDefault();
  const bar = form.parentElement.querySelector("progress");
  Object.assign(bar, { max: all.length, value: 0, hidden: false });
  const able = (can) => [...form.elements].forEach((field) => field.type === "submit" && (field.disabled = !can));
  able(false);
  let rest = all;
  let done = fields.get("done") ?? "0";
  while (rest.length > few) {
    fields.delete(name);
    fields.set("done", done);
    for (const id of rest.slice(0, few)) fields.append(name, id);
    const answer = await fetch(form.action, { method: "POST", headers: { "HX-Request": "true" }, body: new URLSearchParams(fields) }).catch(() => ({}));
    if (!answer.ok || answer.headers.has("HX-Redirect")) break;
    done = await answer.text();
    rest = rest.slice(few);
    bar.value = all.length - rest.length;
  }
  for (const field of form.querySelectorAll(`[name=${name}]`)) field.disabled = !rest.includes(field.value);
  form.querySelector("[name=done]")?.remove();
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "done", value: done }));
  delete form.dataset.parts; // the last part is sent as without scripts, and so is what fails
  able(true);
  form.requestSubmit(button);
});

// Forms that save as one types, and whose buttons change the page in place. What is
// sent first is answered first.
if (document.querySelector("#editor form[data-live]")) {
  let last = Promise.resolve();
  const waiting = new Map();
  const said = () => {
    const place = document.querySelector("[data-saved]");
    place.textContent = document.querySelector("#live").textContent = place.dataset.saved;
  };
  // What was saved is what the form shows from now on.
  const settled = (form) => {
    const sent = new FormData(form);
    sent.set("color", form.elements.hex?.value ?? "");
    const shown = Object.keys(JSON.parse(sent.get("shown") ?? "{}")).map((name) => [name, sent.get(name) ?? ""]);
    return JSON.stringify(Object.fromEntries(shown));
  };
  const send = (form, address, whole, event, values) => {
    const focus = document.activeElement.id;
    const target = whole ? "#editor" : "#preview";
    last = last
      .then(() => (form.dataset.sent = settled(form)))
      .then(() => form.isConnected && htmx.ajax("POST", address, { source: form, target, select: target, swap: "outerHTML", event, values }))
      .then(() => whole && (document.querySelector("[role=alert] .btn, #notice") ?? document.getElementById(focus))?.focus());
  };
  document.addEventListener("htmx:before:response", (event) => {
    const { ctx } = event.detail;
    const form = ctx.sourceElement;
    if (!form.matches("form[data-live]")) return;
    if (ctx.response.status === 422 || ctx.response.status === 412) {
      ctx.target = document.querySelector("#editor"); // where what is wrong is said
      ctx.select = "#editor";
    } else if (!ctx.response.raw.ok) location.reload();
    else {
      if (form.elements.shown) form.elements.shown.value = form.dataset.sent;
      setTimeout(said);
    }
  });
  const save = (form, whole) => {
    clearTimeout(waiting.get(form));
    waiting.delete(form);
    if (form.checkValidity()) send(form, form.action, whole);
  };
  const live = (event) => event.target.closest?.("form[data-live]");
  document.addEventListener("input", (event) => {
    const form = live(event);
    if (!form || form.dataset.live || event.target.matches("select, [type=radio], [type=checkbox]")) return;
    clearTimeout(waiting.get(form));
    waiting.set(form, setTimeout(save, 600, form));
  });
  document.addEventListener("change", (event) => {
    const form = live(event);
    if (!form) return;
    if (event.target.name === "color") form.elements.hex.value = form.elements.was.value = event.target.value;
    if (event.target.name === "link" && event.target.value) save(form, true);
    else if (!form.dataset.live && event.target.matches("select, [type=radio], [type=checkbox]")) save(form, event.target.name === "kind");
    else if (waiting.has(form)) save(form);
  });
  document.addEventListener("submit", (event) => {
    const form = live(event);
    if (!form) return;
    event.preventDefault();
    for (const other of [...waiting.keys()]) save(other);
    const button = event.submitter;
    send(form, button?.hasAttribute("formaction") ? button.formAction : form.action, true, event);
  });
  // Fields are dragged within their group; arrows do the same.
  let held;
  const spot = (event) => {
    const row = event.target.closest?.("[data-sort] > li");
    if (!held || !row || row === held || row.parentElement !== held.parentElement) return;
    const box = row.getBoundingClientRect();
    return { row, after: event.clientY > box.top + box.height / 2 };
  };
  const mark = (at) => {
    for (const row of document.querySelectorAll(".drop-before, .drop-after")) row.classList.remove("drop-before", "drop-after");
    at?.row.classList.add(at.after ? "drop-after" : "drop-before");
  };
  document.addEventListener("dragstart", (event) => {
    held = event.target.closest?.(".gp")?.closest("li");
    if (!held) return;
    held.classList.add("dragged");
    event.dataTransfer.setDragImage(held, 0, 0);
  });
  document.addEventListener("dragend", () => {
    held?.classList.remove("dragged");
    held = undefined;
    mark();
  });
  document.addEventListener("dragover", (event) => {
    const at = spot(event);
    mark(at);
    if (at) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const at = spot(event);
    if (!at) return;
    event.preventDefault();
    const form = held.querySelector("form");
    send(form, form.action, true, undefined, { position: Number(at.row.dataset.position) + (at.after ? 1 : 0) });
  });
}

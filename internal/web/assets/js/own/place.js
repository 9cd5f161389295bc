// Places and copies are dragged onto places. Menus do the same.
if (document.querySelector("[data-moves]")) {
  let held;
  const target = (event) => {
    const place = event.target.closest?.("[data-place]");
    return held && place && place.dataset.place !== held.place ? place : undefined;
  };
  document.addEventListener("dragstart", (event) => {
    const row = event.target.closest?.("a[data-place], a[data-copy-id]");
    if (!row) return;
    const chosen = [...document.querySelectorAll(".placed :checked")].map((box) => box.value);
    const copy = row.dataset.copyId;
    held = row.dataset.place ? { place: row.dataset.place } : { copies: chosen.includes(copy) ? chosen : [copy] };
    event.dataTransfer.effectAllowed = "move";
  });
  document.addEventListener("dragend", () => (held = undefined));
  document.addEventListener("dragover", (event) => {
    const place = target(event);
    for (const other of document.querySelectorAll(".over-it")) other.classList.toggle("over-it", other === place);
    if (!place) return;
    event.preventDefault();
    place.classList.add("over-it");
  });
  document.addEventListener("drop", (event) => {
    const place = target(event);
    if (!place) return;
    event.preventDefault();
    const form = document.createElement("form");
    form.method = "post";
    form.action = new URL(`../locations/${held.place ? held.place + "/move" : "move-copies"}`, import.meta.url);
    form.dataset.parts = "copy";
    form.hidden = true;
    form.append(document.createElement("progress"), document.createElement("button"));
    for (const [name, value] of [["to", place.dataset.place], ...(held.copies ?? []).map((id) => ["copy", id])]) {
      const field = document.createElement("input");
      Object.assign(field, { name, value });
      form.append(field);
    }
    document.body.append(form);
    form.requestSubmit();
  });
}

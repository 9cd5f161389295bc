// Progressive enhancement only: every page works without this file.

// A choice that sends its form at once.
document.addEventListener("change", (event) => {
  if (event.target.closest("[data-submit]")) event.target.form.requestSubmit();
});

// The seconds until one may try again.
for (const place of document.querySelectorAll("[data-countdown]")) {
  const text = place.textContent;
  const seconds = place.dataset.countdown;
  const until = Date.now() + Number(seconds) * 1000;
  const tick = setInterval(() => {
    const left = Math.ceil((until - Date.now()) / 1000);
    place.textContent = text.replace(seconds, String(Math.max(0, left)));
    if (left <= 0) {
      clearInterval(tick);
      location.reload();
    }
  }, 1000);
}

// What is wrong is read out first.
document.querySelector("#notice, [aria-invalid=true]")?.focus();

// A form shows the fields of the chosen type only.
for (const form of document.querySelectorAll("form:has([data-type])")) {
  const choose = () => {
    const type = form.querySelector("[name=type]:checked")?.value ?? "";
    for (const part of form.querySelectorAll("[data-type]")) part.hidden = part.dataset.type !== type;
  };
  form.addEventListener("change", choose);
  choose();
}

// Photos may be dropped onto their form.
for (const form of document.querySelectorAll("[data-drop]")) {
  const over = (on) => (event) => {
    event.preventDefault();
    form.classList.toggle("over", on);
  };
  form.addEventListener("dragover", over(true));
  form.addEventListener("dragleave", over(false));
  form.addEventListener("drop", (event) => {
    over(false)(event);
    form.querySelector("[type=file]").files = event.dataTransfer.files;
    form.requestSubmit();
  });
}

// Single keys, never in a field or with a modifier.
document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || event.target.closest("input, textarea, select, [contenteditable]")) return;
  if (event.key === "/") {
    const field = document.querySelector("#q");
    if (!field) return;
    event.preventDefault();
    field.focus();
    return;
  }
  document.querySelector(`[data-key="${CSS.escape(event.key)}"]`)?.click();
});

// What is shown once can be copied.
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.querySelector(button.dataset.copy).innerText.trim());
    document.querySelector("#live").textContent = button.dataset.said;
    button.lastChild.textContent = button.dataset.said;
  });
}

// On a phone, the page one is on is in sight.
document.querySelector(".subn [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

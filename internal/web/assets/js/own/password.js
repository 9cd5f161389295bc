// A password can be looked at, and a new one says how good it is.
for (const button of document.querySelectorAll("[data-reveal]")) {
  const field = document.getElementById(button.dataset.reveal);
  button.hidden = false;
  button.addEventListener("click", () => {
    const shown = field.type === "password";
    field.type = shown ? "text" : "password";
    button.setAttribute("aria-pressed", shown);
  });
  field.form.addEventListener("submit", () => (field.type = "password")); // browsers offer to keep it
}
for (const place of document.querySelectorAll("[data-strength]")) {
  const words = place.dataset.words.split("|");
  const field = document.getElementById(place.dataset.strength);
  field.addEventListener("input", () => {
    const letters = [...field.value];
    const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[ -\/:-@[-`{-~]/, /[^ -~]/].filter((kind) => kind.test(field.value)).length;
    const bits = ((new Set(letters).size + letters.length) / 2) * (3 + kinds);
    const level = letters.length < 8 ? 0 : bits < 45 ? 1 : bits < 65 ? 2 : 3;
    place.hidden = letters.length === 0;
    place.dataset.level = level;
    place.lastChild.textContent = words[level];
  });
}

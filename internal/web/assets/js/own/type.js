// A form shows the fields of the chosen type only.
for (const form of document.querySelectorAll("form:has([data-type])")) {
  const choose = () => {
    const type = form.querySelector("[name=type]:checked")?.value ?? "";
    for (const part of form.querySelectorAll("[data-type]")) part.hidden = part.dataset.type !== type;
  };
  form.addEventListener("change", choose);
  choose();
}

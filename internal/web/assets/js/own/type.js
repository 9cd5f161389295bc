// A form shows the fields of the chosen type only.
const chooseType = () => {
  for (const form of document.querySelectorAll("form:has([data-type])")) {
    const type = form.elements.type?.value ?? "";
    for (const part of form.querySelectorAll("[data-type]")) part.hidden = part.dataset.type !== type;
  }
};
document.addEventListener("change", chooseType);
document.addEventListener("htmx:after:swap", chooseType);
chooseType();

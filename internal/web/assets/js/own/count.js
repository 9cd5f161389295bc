// A text that is nearly as long as it may be tells how long it is. Forms send a line's end as two
// characters.
const tell = (area) => {
  const said = area.parentElement.querySelector("[data-most]");
  if (!said) return;
  const [n, most] = [[...area.value.replaceAll("\n", "\r\n")].length, Number(said.dataset.most)];
  said.hidden = n < most * 0.9;
  said.classList.toggle("bad", n > most);
  said.textContent = said.dataset.count.replace("{n}", n.toLocaleString(document.documentElement.lang));
};
const tellAll = () => document.querySelectorAll("textarea").forEach(tell);
document.addEventListener("input", (event) => event.target.matches("textarea") && tell(event.target));
document.addEventListener("htmx:after:swap", tellAll);
tellAll();

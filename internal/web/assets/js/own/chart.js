// A chart tells the value under the pointer, and others by arrow keys.
const read = (plot) => {
  const hits = [...plot.querySelectorAll(".hit")];
  const said = plot.parentElement.nextElementSibling.querySelector("output");
  let at = hits.length;
  const show = (n) => {
    hits[at]?.classList.remove("on");
    at = Math.max(0, Math.min(hits.length - 1, n));
    hits[at].classList.add("on");
    said.textContent = hits[at].dataset.say;
  };
  plot.addEventListener("pointermove", (event) => {
    const n = hits.indexOf(event.target.closest(".hit"));
    if (n >= 0 && n !== at) show(n);
  });
  plot.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    show(at + step);
  });
};
const begin = () => {
  for (const plot of document.querySelectorAll("[data-chart]:not([data-read])")) {
    plot.dataset.read = "";
    read(plot);
  }
};
begin();
document.addEventListener("htmx:after:swap", begin);

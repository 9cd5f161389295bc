// The seconds until one may try again, also where that stands in place of a part.
// Nothing is sent twice: it is the page that is asked for again.
const countDown = (place) => {
  const text = place.textContent;
  const seconds = place.dataset.countdown;
  const until = Date.now() + Number(seconds) * 1000;
  const tick = setInterval(() => {
    if (!place.isConnected) return clearInterval(tick);
    const left = Math.ceil((until - Date.now()) / 1000);
    place.textContent = text.replace(seconds, String(Math.max(0, left)));
    if (left <= 0) {
      clearInterval(tick);
      location.assign(place.dataset.again);
    }
  }, 1000);
};
const countAll = () => {
  for (const place of document.querySelectorAll("[data-countdown]:not([data-counting])")) {
    place.dataset.counting = "";
    countDown(place);
  }
};
document.addEventListener("htmx:after:swap", countAll);
countAll();

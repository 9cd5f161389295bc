// The tab that one is on is in view, with some of the next ones beside it.
for (const tab of document.querySelectorAll(".ctabs [aria-current]")) {
  const bar = tab.parentElement;
  bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2;
}

// Only htmx makes elements of text, of answers from here, and under this name.
const worker = new URL("../sw.js?language=" + document.documentElement.lang, import.meta.url).href;
let trusted = { createScriptURL: (address) => address };
if (window.trustedTypes) {
  trusted = trustedTypes.createPolicy("vitrine", { createHTML: (text) => text, createScriptURL: () => worker });
  htmx.registerExtension("vitrine", { init: (internal) => internal.initSecurity(trusted) });
}
// Without a connection, there is a page that says so.
navigator.serviceWorker?.register(trusted.createScriptURL(worker));
for (const link of document.querySelectorAll("[data-reload]")) {
  const again = (event) => {
    event.preventDefault();
    location.reload();
  };
  link.addEventListener("click", again);
  addEventListener("online", again);
}

// Shows a page of ours where there is no connection. It keeps nothing else: pages and
// photos are private.
const page = "offline" + location.search; // beside this script, under any path
addEventListener("install", (event) => {
  const kept = caches.open("offline").then((cache) => cache.add(page));
  event.waitUntil(kept.then(() => skipWaiting()));
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  event.respondWith(fetch(event.request).catch(() => caches.match(page)));
});

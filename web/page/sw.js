// The service worker: caches the shell of the page, so that it opens without a network and is installed as an app.
//
// The document comes from the network, and from the cache only without a network. The files of a version are in a
// separate folder and never change, so they come from the cache. Data and sockets always go to the server. The server
// writes the version into this file; when a new version is installed, the old files are deleted.

/// <reference lib="webworker" />

const VERSION = "REVISION";
const CACHE = `threefold-${VERSION}`;

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.add("./"))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  const home = new URL("./", worker.location.href);
  if (request.method !== "GET" || origin !== home.origin) return;
  const path = pathname.slice(home.pathname.length);
  if (request.mode === "navigate" && path === "") event.respondWith(documentOf(request));
  else if (path.startsWith(`${VERSION}/`)) event.respondWith(fileOf(request));
});

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("threefold-") && name !== CACHE).map((name) => caches.delete(name)),
  );
}

/** @param {Request} request */
async function documentOf(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(CACHE)).put("./", answer.clone());
    return answer;
  } catch (error) {
    const cached = await caches.match("./", { cacheName: CACHE });
    if (cached) return cached;
    throw error;
  }
}

/** @param {Request} request */
async function fileOf(request) {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(request);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

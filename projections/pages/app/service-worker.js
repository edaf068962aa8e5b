// Keeps the site, so that it opens without a network. Each version is kept whole in a cache of its own.

const SITE = "{{index}}";
const CACHE = `anyturn-${SITE.version}`;
const address = (name) => new URL(name, registration.scope).href;
const KEPT = new Set(Object.keys(SITE.files).map(address));

addEventListener("install", (event) => {
  const all = [...KEPT].map((each) => new Request(each, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(all)));
});

addEventListener("activate", (event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("anyturn-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(forget());
});

addEventListener("message", ({ data }) => data === "take over" && skipWaiting());

addEventListener("fetch", (event) => {
  const asked = new URL(event.request.url);
  const plain = asked.origin + asked.pathname;
  const name = plain === registration.scope ? address("index.html") : plain;
  if (event.request.method !== "GET" || !KEPT.has(name)) return;
  const answer = async () => (await (await caches.open(CACHE)).match(name)) ?? fetch(event.request);
  event.respondWith(answer());
});

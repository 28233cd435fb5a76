// The service worker. The shell and the rules work offline, and a device is told what waits for its person.
// BUILD is put before these lines when the page is built: its version, its files, and sentences in every language.

const CACHE = `ludoteca-${BUILD.version}`;
const root = new URL("./", self.location).href;
const address = (file) => root + file;

self.addEventListener("install", (event) => event.waitUntil(keep(BUILD.shell)));

self.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  const old = (await caches.keys()).filter((name) => name.startsWith("ludoteca-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function keep(files) {
  const cache = await caches.open(CACHE);
  const missing = [];
  for (const file of files) if (!(await cache.match(address(file)))) missing.push(address(file));
  await cache.addAll(missing);
}

// The page tells which language its person reads, and when a new version may take over.
self.addEventListener("message", (event) => {
  const { language, takeOver } = event.data;
  if (language) event.waitUntil(keep(BUILD.rules[language] ?? BUILD.rules.en));
  if (takeOver) self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = request.url.startsWith(root) ? request.url.slice(root.length) : "api/";
  if (request.method !== "GET" || path.startsWith("api/")) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (path.startsWith("assets/")) event.respondWith(asset(request));
  else if (BUILD.shell.includes(path)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

/** The server's own page whenever it can be had, so that no old code is shown after an update. */
async function page({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(root)) ?? Response.error();
  }
}

/** A file's name changes with its content: what is kept is never stale. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

self.addEventListener("push", (event) => event.waitUntil(tell(event.data.json())));

async function tell({ kind, table, title, language, name }) {
  const path = `table/${table}`;
  const open = await self.clients.matchAll({ type: "window" });
  if (open.some((one) => one.focused && one.url.startsWith(address(path)))) return; // it is before their eyes
  const words = BUILD.words[language] ?? BUILD.words.en;
  const body = words[`push.${kind}`].replace("{name}", name ?? "");
  await self.registration.showNotification(title, { body, lang: language, tag: table, icon: address("icon-192.png"), data: { path } });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(address(event.notification.data?.path ?? "")));
});

async function show(url) {
  const open = await self.clients.matchAll({ type: "window" });
  const there = open.find((one) => one.url.startsWith(url));
  await (there ? there.focus() : self.clients.openWindow(url));
}

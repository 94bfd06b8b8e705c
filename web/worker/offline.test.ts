import { beforeEach, expect, test } from "bun:test";
import type { Build } from "./build.ts";
import { createOffline, isAppPage } from "./offline.ts";

const ENTRY = "/assets/main-1.js";
const build: Build = { version: "1", entry: ENTRY, first: [ENTRY] };
const HTML = `<script src="${ENTRY}"></script>`;

/** A fake cache storage of a browser, and a network that can be disconnected. */
function createBrowser() {
  const stores = new Map<string, Map<string, Response>>();
  const pathOf = (request: Request | string) =>
    typeof request === "string" ? request : new URL(request.url).pathname;
  const cache = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      put: async (request: Request | string, answer: Response) => void store.set(pathOf(request), answer),
      match: async (request: Request | string) => store.get(pathOf(request))?.clone(),
    };
  };
  const caches = {
    open: async (name: string) => cache(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (request: Request) => {
      for (const name of stores.keys()) {
        const found = await cache(name).match(request);
        if (found) return found;
      }
      return undefined;
    },
  } as unknown as CacheStorage;
  const network = { page: HTML, status: 200, cut: false, requested: [] as string[] };
  const fetch = async (request: Request | string) => {
    if (network.cut) throw new TypeError("Failed to fetch");
    const path = pathOf(request);
    network.requested.push(path);
    if (path.startsWith("/assets/") && network.status !== 200) return new Response("", network);
    return path.startsWith("/assets/")
      ? new Response(`code of ${path}`)
      : new Response(network.page, network);
  };
  return {
    caches,
    network,
    stores,
    offline: (as = build, pause: (ms: number) => Promise<void> = async () => undefined) =>
      createOffline(as, { caches, fetch, timeoutMs: 20, pause }),
  };
}

const requestOf = (path: string) => new Request(`http://balcao.test${path}`);
let pending: Promise<void>[] = [];
const waitUntil = (work: Promise<void>) => void pending.push(work);
let browser = createBrowser();
beforeEach(() => {
  browser = createBrowser();
  pending = [];
});

test("the service worker opens the app offline with the files of its installed version", async () => {
  const offline = browser.offline();
  await offline.install();
  browser.network.cut = true;
  expect(await (await offline.page(requestOf("/tickets/abc"), waitUntil)).text()).toBe(HTML);
  expect(await (await offline.asset(requestOf(ENTRY))).text()).toBe(`code of ${ENTRY}`);
});

test("the service worker answers a page request with the cached page after a 502 of a proxy", async () => {
  const offline = browser.offline();
  await offline.install();
  browser.network.status = 502;
  expect((await offline.page(requestOf("/"), waitUntil)).status).toBe(200);
});

test("while online the service worker returns the server's newest page, not the cached one", async () => {
  const offline = browser.offline();
  await offline.install();
  browser.network.page = "newer";
  expect(await (await offline.page(requestOf("/tickets"), waitUntil)).text()).toBe("newer");
});

test("the service worker caches the last page it loaded with its own version's files, including the company's brand", async () => {
  const offline = browser.offline();
  await offline.install();
  browser.network.page = `${HTML}<title>Padaria Atende</title>`;
  await offline.page(requestOf("/tickets"), waitUntil);
  browser.network.page = '<script src="/assets/main-2.js"></script>';
  await offline.page(requestOf("/tickets"), waitUntil);
  await Promise.all(pending);
  browser.network.cut = true;
  expect(await (await offline.page(requestOf("/tickets"), waitUntil)).text()).toBe(
    `${HTML}<title>Padaria Atende</title>`,
  );
});

test("the installation of the service worker fails when the server already has another version", async () => {
  browser.network.page = '<script src="/assets/main-2.js"></script>';
  expect(browser.offline().install()).rejects.toThrow("another version");
});

test("an asset of the app is fetched once", async () => {
  const offline = browser.offline();
  await offline.asset(requestOf("/assets/lazy-1.js"));
  await offline.asset(requestOf("/assets/lazy-1.js"));
  expect(browser.network.requested).toEqual(["/assets/lazy-1.js"]);
});

test("an asset is requested again until a server that restarts answers, and its failure is not stored", async () => {
  let waits = 0;
  browser.network.cut = true;
  const offline = browser.offline(build, async () => {
    waits += 1;
    if (waits === 2) Object.assign(browser.network, { cut: false, status: 503 });
    if (waits === 4) browser.network.status = 200;
  });
  expect(await (await offline.asset(requestOf("/assets/lazy-1.js"))).text()).toBe(
    "code of /assets/lazy-1.js",
  );
  expect(waits).toBe(4);
});

test("an asset that the server does not have is not requested again", async () => {
  browser.network.status = 404;
  expect((await browser.offline().asset(requestOf("/assets/old.js"))).status).toBe(404);
  expect(browser.network.requested).toEqual(["/assets/old.js"]);
});

test("an asset fails when the server does not answer for long, or the page was closed", async () => {
  browser.network.cut = true;
  let waits = 0;
  const offline = browser.offline(build, async () => {
    waits += 1;
  });
  expect(offline.asset(requestOf("/assets/lazy-1.js"))).rejects.toThrow("Failed to fetch");
  await Bun.sleep(0);
  expect(waits).toBe(19);
  const closed = new Request("http://balcao.test/assets/lazy-1.js", { signal: AbortSignal.abort() });
  expect(offline.asset(closed)).rejects.toThrow("Failed to fetch");
});

test("the activation of the service worker deletes all versions before the previous one", async () => {
  for (const version of ["1", "2", "3"]) await browser.offline({ ...build, version }).install();
  await browser.offline({ ...build, version: "3" }).activate();
  expect([...browser.stores.keys()]).toEqual(["balcao-2", "balcao-3"]);
});

test.each([
  ["/", true],
  ["/tickets/0b2f", true],
  ["/api/tickets", false],
  ["/media/1/a", false],
  ["/webhooks/meta", false],
  ["/openapi.json", false],
])("%s is a page of the app: %p", (path, is) => {
  expect(isAppPage(path)).toBe(is);
});

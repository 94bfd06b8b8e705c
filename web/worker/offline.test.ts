import { beforeEach, expect, test } from "bun:test";
import type { Build } from "./build.ts";
import { createOffline, isAppPage } from "./offline.ts";

const ENTRY = "/assets/main-1.js";
const build: Build = { version: "1", entry: ENTRY, first: [ENTRY] };
const HTML = `<script src="${ENTRY}"></script>`;

/** The storage of a browser, and a network that can be cut. */
function world() {
  const stores = new Map<string, Map<string, Response>>();
  const pathOf = (request: Request | string) =>
    typeof request === "string" ? request : new URL(request.url).pathname;
  const box = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      put: async (request: Request | string, answer: Response) => void store.set(pathOf(request), answer),
      match: async (request: Request | string) => store.get(pathOf(request))?.clone(),
    };
  };
  const caches = {
    open: async (name: string) => box(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (request: Request) => {
      for (const name of stores.keys()) {
        const found = await box(name).match(request);
        if (found) return found;
      }
      return undefined;
    },
  } as unknown as CacheStorage;
  const network = { page: HTML, status: 200, cut: false, asked: [] as string[] };
  const fetch = async (request: Request | string) => {
    if (network.cut) throw new TypeError("Failed to fetch");
    const path = pathOf(request);
    network.asked.push(path);
    return path.startsWith("/assets/")
      ? new Response(`code of ${path}`)
      : new Response(network.page, network);
  };
  return {
    caches,
    network,
    stores,
    offline: (as = build) => createOffline(as, { caches, fetch, patienceMs: 20 }),
  };
}

const ask = (path: string) => new Request(`http://balcao.test${path}`);
let behind: Promise<void>[] = [];
const also = (work: Promise<void>) => void behind.push(work);
let here = world();
beforeEach(() => {
  here = world();
  behind = [];
});

test("without a network the app opens with the files of the version it was installed with", async () => {
  const offline = here.offline();
  await offline.install();
  here.network.cut = true;
  expect(await (await offline.page(ask("/tickets/abc"), also)).text()).toBe(HTML);
  expect(await (await offline.asset(ask(ENTRY))).text()).toBe(`code of ${ENTRY}`);
});

test("a proxy whose server is away is no reason to show its error page", async () => {
  const offline = here.offline();
  await offline.install();
  here.network.status = 502;
  expect((await offline.page(ask("/"), also)).status).toBe(200);
});

test("with a network the page is always the server's newest", async () => {
  const offline = here.offline();
  await offline.install();
  here.network.page = "newer";
  expect(await (await offline.page(ask("/tickets"), also)).text()).toBe("newer");
});

test("the page that is kept is the last one the server gave, with the brand it had", async () => {
  const offline = here.offline();
  await offline.install();
  here.network.page = `${HTML}<title>Padaria Atende</title>`;
  await offline.page(ask("/tickets"), also);
  here.network.page = '<script src="/assets/main-2.js"></script>';
  await offline.page(ask("/tickets"), also);
  await Promise.all(behind);
  here.network.cut = true;
  expect(await (await offline.page(ask("/tickets"), also)).text()).toBe(
    `${HTML}<title>Padaria Atende</title>`,
  );
});

test("a page of another version than the worker's is never kept beside its files", async () => {
  here.network.page = '<script src="/assets/main-2.js"></script>';
  expect(here.offline().install()).rejects.toThrow("another version");
});

test("a file is asked for once; what is not in the app's folder is left to the network", async () => {
  const offline = here.offline();
  await offline.asset(ask("/assets/lazy-1.js"));
  await offline.asset(ask("/assets/lazy-1.js"));
  expect(here.network.asked).toEqual(["/assets/lazy-1.js"]);
});

test("old versions go, but for the one that open pages may still be running", async () => {
  for (const version of ["1", "2", "3"]) await here.offline({ ...build, version }).install();
  await here.offline({ ...build, version: "3" }).activate();
  expect([...here.stores.keys()]).toEqual(["balcao-2", "balcao-3"]);
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

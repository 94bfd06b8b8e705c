import type { Build } from "./build.ts";

/** Prefix of the app's caches; other caches of this origin are not deleted. */
const PREFIX = "balcao-";
/** Path of the app's page in the cache. */
const PAGE = "/index.html";
/** A page request without an answer after this time is answered from the cache, ms. */
const TIMEOUT_MS = 8_000;
/** Statuses of a proxy whose server does not respond. */
const GATEWAY_ERRORS: ReadonlySet<number> = new Set([502, 503, 504]);
/** A file is requested so often while the server does not answer, and the wait between two requests, ms. */
const MOST_REQUESTS = 20;
const AGAIN_MS = 1_000;
/** Paths of the server that are never a page of the app. */
const SERVER_PATHS = /^\/(?:api|media|webhooks|socket|metrics|healthz|readyz|\.well-known)(?:\/|$)/;

/** Whether a path opened by the browser is a page of the app. */
export const isAppPage = (path: string): boolean => !SERVER_PATHS.test(path) && !/\.[a-z0-9]+$/i.test(path);

export interface OfflineParts {
  readonly caches: Pick<CacheStorage, "open" | "keys" | "delete" | "match">;
  readonly fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
  readonly timeoutMs?: number;
  readonly pause?: (ms: number) => Promise<void>;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * The app offline: caches its page and its files, never API responses or files of a company. A cache holds one version
 * only: file names carry a hash, and a page is stored only when it refers to the files of this build.
 */
export function createOffline(
  build: Build,
  { caches, fetch, timeoutMs = TIMEOUT_MS, pause = sleep }: OfflineParts,
) {
  const name = PREFIX + build.version;
  const isThisVersion = async (page: Response) =>
    page.ok && (await page.clone().text()).includes(build.entry);
  const storePage = async (page: Response) => {
    if (await isThisVersion(page)) await (await caches.open(name)).put(PAGE, page);
  };
  /**
   * Requests a file again while the server restarts: until late in 2026 browsers keep the failure of a module for as long as the
   * page is open.
   */
  const patiently = async (request: Request): Promise<Response> => {
    for (let number = 1; ; number += 1) {
      const isLast = number === MOST_REQUESTS || request.signal.aborted;
      try {
        const response = await fetch(request);
        if (isLast || !GATEWAY_ERRORS.has(response.status)) return response;
      } catch (error) {
        if (isLast) throw error;
      }
      await pause(AGAIN_MS);
    }
  };
  return {
    /** Rejects when the server already has another version; the browser tries again later. */
    async install(): Promise<void> {
      const cache = await caches.open(name);
      // With cookies, because the brand cookie selects the brand of the page.
      const page = await fetch(PAGE, { cache: "reload", credentials: "same-origin" });
      if (!(await isThisVersion(page))) throw new Error("another version");
      await Promise.all(
        build.first.map(async (path) => {
          const response = await fetch(path, { credentials: "omit" });
          if (!response.ok) throw new Error(`${path}: ${response.status}`);
          await cache.put(path, response);
        }),
      );
      await cache.put(PAGE, page);
    },
    /** Deletes old versions, except the previous one, which open pages may still use. */
    async activate(): Promise<void> {
      const older = (await caches.keys()).filter((other) => other.startsWith(PREFIX) && other !== name);
      await Promise.all(older.slice(0, -1).map((other) => caches.delete(other)));
    },
    /**
     * The page from the network, or else the cached one: the last page of this version, with its brand. `waitUntil`
     * gets the work that continues after the response.
     */
    async page(request: Request, waitUntil: (work: Promise<void>) => void): Promise<Response> {
      const cached = async () => (await caches.open(name)).match(PAGE);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timeout = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), timeoutMs);
      });
      const fetched = fetch(request);
      try {
        const response = await Promise.race([fetched, timeout]);
        if (response && !GATEWAY_ERRORS.has(response.status)) {
          if (response.ok) waitUntil(storePage(response.clone()));
          return response;
        }
        return (await cached()) ?? response ?? (await fetched);
      } catch (error) {
        const page = await cached();
        if (page) return page;
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    /** A file with its hash in the name: fetched once per version. */
    async asset(request: Request): Promise<Response> {
      const known = await caches.match(request, { ignoreVary: true });
      if (known) return known;
      const response = await patiently(request);
      if (response.ok) await (await caches.open(name)).put(request, response.clone()).catch(() => undefined);
      return response;
    },
  };
}

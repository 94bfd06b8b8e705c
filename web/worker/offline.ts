import type { Build } from "./build.ts";

/** Of ours; whatever else lies in the storage of this origin stays. */
const PREFIX = "balcao-";
/** Where the page of the app lies in the cache. */
const PAGE = "/index.html";
/** A network that says nothing for this long is none, ms. */
const PATIENCE_MS = 8_000;
/** Answers of a proxy whose server is away. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);
/** Never a page of the app, whatever asks for it. */
const NO_PAGES = /^\/(?:api|media|webhooks|socket|metrics|healthz|readyz|\.well-known)(?:\/|$)/;

/** Whether a path opened by the browser is one of the app's own pages. */
export const isAppPage = (path: string): boolean => !NO_PAGES.test(path) && !/\.[a-z0-9]+$/i.test(path);

export interface OfflineParts {
  readonly caches: Pick<CacheStorage, "open" | "keys" | "delete" | "match">;
  readonly fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
  readonly patienceMs?: number;
}

/**
 * The app without a network: its page and its files, never an answer of the server and never a file of a company. All of
 * one version or nothing: files carry their hash in their name, and the page is kept only when it asks for the files of
 * this build.
 */
export function createOffline(build: Build, { caches, fetch, patienceMs = PATIENCE_MS }: OfflineParts) {
  const name = PREFIX + build.version;
  const isOfThis = async (page: Response) => page.ok && (await page.clone().text()).includes(build.entry);
  const keep = async (page: Response) => {
    if (await isOfThis(page)) await (await caches.open(name)).put(PAGE, page);
  };
  return {
    /** Rejects when the server has another version by now; the browser tries again later. */
    async install(): Promise<void> {
      const cache = await caches.open(name);
      // With the mark of the company whose brand it carries.
      const page = await fetch(PAGE, { cache: "reload", credentials: "same-origin" });
      if (!(await isOfThis(page))) throw new Error("another version");
      await Promise.all(
        build.first.map(async (path) => {
          const answer = await fetch(path, { credentials: "omit" });
          if (!answer.ok) throw new Error(`no ${path}`);
          await cache.put(path, answer);
        }),
      );
      await cache.put(PAGE, page);
    },
    /** Versions that no page can be running any more go; the one before stays for pages that are still open. */
    async activate(): Promise<void> {
      const older = (await caches.keys()).filter((other) => other.startsWith(PREFIX) && other !== name);
      await Promise.all(older.slice(0, -1).map((other) => caches.delete(other)));
    },
    /**
     * The network's page; without a network the one that is kept: the last one of this version, with the brand it had.
     * `also`: what goes on behind the answer.
     */
    async page(request: Request, also: (work: Promise<void>) => void): Promise<Response> {
      const kept = async () => (await caches.open(name)).match(PAGE);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), patienceMs);
      });
      const asked = fetch(request);
      try {
        const answer = await Promise.race([asked, late]);
        if (answer && !AWAY.has(answer.status)) {
          if (answer.ok) also(keep(answer.clone()));
          return answer;
        }
        return (await kept()) ?? answer ?? (await asked);
      } catch (error) {
        const page = await kept();
        if (page) return page;
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    /** A file whose name says what is in it: fetched once per version. */
    async asset(request: Request): Promise<Response> {
      const known = await caches.match(request, { ignoreVary: true });
      if (known) return known;
      const answer = await fetch(request);
      if (answer.ok) await (await caches.open(name)).put(request, answer.clone()).catch(() => undefined);
      return answer;
    },
  };
}

import { createHash } from "node:crypto";
import { watch } from "node:fs";
import { join } from "node:path";
import { accepts } from "#platform/http/respond.ts";
import { securityHeaders } from "#platform/http/security-headers.ts";
import { type AssetFile, type Encoding, isCompressible, variantOf } from "./asset-file.ts";
import { unpackAssets } from "./asset-pack.ts";
import { embedded } from "./embedded.ts";
import { createPageReload } from "./page-reload.ts";

/** A change of the page and the manifest, cached by `key`. */
export interface PageChange {
  readonly key: string;
  /** True when the response is for one browser: shared caches must not store it. */
  readonly isPersonal: boolean;
  readonly change: (path: string, text: string) => string;
}

/** Serves the pages and files of the web app. */
export interface Assets {
  /**
   * The response to a GET or HEAD of a page or file; null for other requests. A path without a file extension that a
   * browser opens as a page gets the app, which has its own router. `https`: the browser's own connection is TLS.
   */
  respond(request: Request, https?: boolean, change?: PageChange): Response | null;
}

export interface AssetsOptions {
  /** Directory of the repository with `web/`; unused in the binary, which contains the files. */
  readonly root: string;
  /** For development: rebuilds when a source of `web/` changes and reloads open pages. Called when a build fails. */
  readonly rebuildFailed?: (error: unknown) => void;
}

const CACHE_FOREVER = "public, max-age=31536000, immutable";
/** Cached by the browser but revalidated each time: a 304 is cheap and a new version is used at once. */
const CACHE_CHECKED = "public, no-cache";
const CACHE_PERSONAL = "private, no-cache";

/** The best encoding that the file has and the browser accepts. */
function chooseEncoding(file: AssetFile, accepted: string | null): Encoding {
  if (!isCompressible(file.type)) return "identity";
  if (accepts(accepted, "br")) return "br";
  return accepts(accepted, "gzip") ? "gzip" : "identity";
}

function answer(request: Request, file: AssetFile, https: boolean, isPersonal = false): Response {
  const encoding = chooseEncoding(file, request.headers.get("accept-encoding"));
  const etag = `"${file.hash.slice(0, 24)}-${encoding}"`;
  const headers = new Headers({
    ...securityHeaders("page", https),
    "cache-control": file.immutable ? CACHE_FOREVER : isPersonal ? CACHE_PERSONAL : CACHE_CHECKED,
    etag,
  });
  if (isCompressible(file.type)) headers.set("vary", "accept-encoding");
  if (file.path === "/sw.js") headers.set("service-worker-allowed", "/");
  if (request.headers.get("if-none-match")?.includes(etag))
    return new Response(null, { status: 304, headers });
  const body = variantOf(file, encoding);
  headers.set("content-type", file.type);
  headers.set("content-length", String(body.length));
  if (encoding !== "identity") headers.set("content-encoding", encoding);
  return new Response(request.method === "HEAD" ? null : body, { headers });
}

/** A page of the app: the path has no file extension and the browser accepts HTML; `/` always. */
const isPage = (request: Request, path: string): boolean =>
  path === "/" ||
  (!/\.[a-z0-9]+$/i.test(path) && (request.headers.get("accept")?.includes("text/html") ?? false));

const isChangeable = (file: AssetFile) => !file.immutable && /\.(html|webmanifest)$/.test(file.path);

/** Cached changed files by key: this many companies with their own brand can open pages in turn. */
const KEPT = 100;
const made = new WeakMap<AssetFile, Map<string, AssetFile>>();

/** Applies a change to a file. */
function changed(file: AssetFile, { key, change }: PageChange): AssetFile {
  const known = made.get(file) ?? new Map<string, AssetFile>();
  made.set(file, known);
  const kept = known.get(key);
  if (kept) return kept;
  const identity = new TextEncoder().encode(
    change(file.path, new TextDecoder().decode(variantOf(file, "identity"))),
  );
  const hash = createHash("sha256").update(identity).digest("hex");
  const next = { ...file, hash, variants: { identity } };
  if (known.size >= KEPT) known.clear();
  known.set(key, next);
  return next;
}

/** Serves a list of files; `current` returns the newest list. */
export function serveAssets(current: () => ReadonlyMap<string, AssetFile>): Assets {
  return {
    respond(request, https = false, change) {
      if (request.method !== "GET" && request.method !== "HEAD") return null;
      const path = URL.parse(request.url)?.pathname ?? "";
      const files = current();
      const file = files.get(path) ?? (isPage(request, path) ? files.get("/index.html") : undefined);
      if (!file) return null;
      return change && isChangeable(file)
        ? answer(request, changed(file, change), https, change.isPersonal)
        : answer(request, file, https);
    },
  };
}

const byPath = (files: readonly AssetFile[]) => new Map(files.map((file) => [file.path, file]));

/** Rebuilds after each change below `web/`. When a build fails, the last good bundle stays in use. */
function rebuildOnChange(root: string, rebuild: () => Promise<void>, failed: (error: unknown) => void): void {
  let isBuilding = false;
  let hasChanged = false;
  const run = async () => {
    hasChanged = true;
    if (isBuilding) return;
    isBuilding = true;
    while (hasChanged) {
      hasChanged = false;
      await rebuild().catch(failed);
    }
    isBuilding = false;
  };
  watch(join(root, "web"), { recursive: true }, () => void run()).unref();
}

/**
 * The web app: the files in the binary, otherwise a bundle built from the sources now (about 0.2 s). Throws when the
 * sources do not build.
 */
export async function createAssets(options: AssetsOptions): Promise<Assets> {
  if (embedded) {
    const files = byPath(unpackAssets(embedded.index, await embedded.bytes()));
    return serveAssets(() => files);
  }
  const { bundleWeb } = await import("./bundle-web.ts");
  const bundle = async () => byPath((await bundleWeb(options.root)).files);
  if (!options.rebuildFailed) {
    const files = await bundle();
    return serveAssets(() => files);
  }
  const pages = createPageReload();
  let files = pages.prepare(await bundle());
  const rebuild = async () => {
    files = pages.prepare(await bundle());
    pages.reload();
  };
  rebuildOnChange(options.root, rebuild, options.rebuildFailed);
  const assets = serveAssets(() => files);
  return {
    respond: (request, https, change) =>
      pages.respond(URL.parse(request.url)?.pathname ?? "") ?? assets.respond(request, https, change),
  };
}

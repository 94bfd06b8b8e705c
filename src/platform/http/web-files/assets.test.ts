import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { AssetFile } from "./asset-file.ts";
import { packAssets, unpackAssets } from "./asset-pack.ts";
import { type Assets, serveAssets } from "./assets.ts";
import { bundleWeb } from "./bundle-web.ts";

const sources: Readonly<Record<string, string>> = {
  "web/index.html": `<!doctype html><html><head><title>t</title><link rel="icon" href="./public/icon.svg"></head>
    <body><script type="module" src="./main.ts"></script></body></html>`,
  "web/main.ts": `import "./first.css"; import worker from "./worker.js" with { type: "file" };
    console.log(worker, process.env.NODE_ENV); void import("./lazy.ts");`,
  "web/lazy.ts": `import "./shared.css"; import "./last.css"; console.log("lazy");`,
  "web/first.css": `@import "./shared.css"; .first { color: red }`,
  "web/shared.css": ".shared { color: green }",
  "web/last.css": ".last { color: blue }",
  "web/worker.js": `// as it stands\npostMessage( 1 );\n`,
  "web/public/icon.svg": `<svg xmlns="http://www.w3.org/2000/svg"/>`,
  "web/public/manifest.webmanifest": `{"name":"t"}`,
};
const root = mkdtempSync(join(tmpdir(), "balcao-web-"));
afterAll(() => rmSync(root, { recursive: true }));

let files: ReadonlyMap<string, AssetFile>;
let assets: Assets;
beforeAll(async () => {
  for (const [path, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const bundle = await bundleWeb(root);
  files = new Map(bundle.files.map((file) => [file.path, file]));
  assets = serveAssets(() => files);
});

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  assets.respond(new Request(`http://localhost${path}`, { headers, method }));
const text = async (path: string) => (await get(path)?.text()) ?? "";
const named = (pattern: RegExp) => [...files.keys()].filter((path) => pattern.test(path));

describe("the bundle", () => {
  test("every URL in the page is absolute and served", async () => {
    const page = await text("/index.html");
    const addresses = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(addresses.length).toBeGreaterThanOrEqual(3);
    for (const address of addresses) expect(get(address)?.status).toBe(200);
  });

  test("the page has no inline script and no inline style", async () => {
    expect(await text("/index.html")).not.toMatch(/<script(?![^>]*\bsrc=)|<style|style=/);
  });

  test("lazy chunks are separate files; styles are two sheets in the order of the imports", async () => {
    expect(named(/lazy-\w+\.js$/)).toHaveLength(1);
    expect(named(/\.css$/)).toHaveLength(2);
    const page = await text("/index.html");
    const [, first = ""] = /rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
    const [, later = ""] = /name="lazy-css" content="([^"]+)"/.exec(page) ?? [];
    expect(await text(first)).not.toContain(".last");
    const css = (await text(first)) + (await text(later));
    const order = ["shared", "first", "last"].map((name) => css.indexOf(`.${name}`));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(css.match(/\.shared/g)).toHaveLength(1);
  });

  test("the bundle is a production build", async () => {
    expect(await text(named(/index-\w+\.js$/)[0] ?? "")).toContain(`"production"`);
  });

  test("files of web/public are served unchanged", async () => {
    const [worker = ""] = named(/worker-\w+\.js$/);
    expect(await text(worker)).toBe(sources["web/worker.js"] ?? "");
    expect(get(worker)?.headers.get("content-type")).toStartWith("text/javascript");
  });

  test("emoji names are bundled in three languages", async () => {
    for (const language of ["pt", "en", "es"]) {
      const list = JSON.parse(await text(`/emoji/${language}/data.json`));
      expect(list.length).toBeGreaterThan(1000);
      expect(get(`/emoji/${language}/messages.json`, {}, "HEAD")?.headers.get("etag")).toBeTruthy();
    }
  });
});

describe("serving the web app", () => {
  test("a hashed file is immutable, the page is revalidated each time", () => {
    expect(get(named(/index-\w+\.js$/)[0] ?? "")?.headers.get("cache-control")).toContain("immutable");
    expect(get("/index.html")?.headers.get("cache-control")).toContain("no-cache");
    expect(get("/manifest.webmanifest")?.headers.get("cache-control")).toContain("no-cache");
    expect(get("/manifest.webmanifest")?.headers.get("content-type")).toBe("application/manifest+json");
  });

  test.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1.0, *;q=0", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br; q=0.0", null],
    ["", null],
    ["deflate", null],
  ])("a browser that accepts %p gets %p", async (accepted, encoding) => {
    const path = "/emoji/pt/data.json";
    const answer = get(path, { "accept-encoding": accepted });
    expect(answer?.headers.get("content-encoding")).toBe(encoding);
    expect(answer?.headers.get("vary")).toBe("accept-encoding");
    const body = new Uint8Array((await answer?.arrayBuffer()) ?? new ArrayBuffer());
    expect(answer?.headers.get("content-length")).toBe(String(body.length));
    const plain = encoding === "br" ? brotliDecompressSync(body) : encoding ? gunzipSync(body) : body;
    expect(plain.length).toBe(files.get(path)?.variants.identity?.length ?? 0);
  });

  test("a matching ETag is 304, per encoding", async () => {
    const etag = get("/", { accept: "text/html", "accept-encoding": "br" })?.headers.get("etag") ?? "";
    const again = (headers: Record<string, string>) =>
      get("/", { accept: "text/html", "if-none-match": etag, ...headers })?.status;
    expect(again({ "accept-encoding": "br" })).toBe(304);
    expect(again({ "accept-encoding": "gzip" })).toBe(200);
  });

  test("a HEAD request for a page is answered with headers only", async () => {
    const answer = get("/index.html", {}, "HEAD");
    expect(Number(answer?.headers.get("content-length"))).toBeGreaterThan(100);
    expect(await answer?.text()).toBe("");
  });

  test.each(["/", "/tickets", "/tickets/0b6c", "/a/b/c", "/tickets?x=1.js"])(
    "the path %s is answered with the app's page",
    async (path) => {
      const answer = get(path, { accept: "text/html,application/xhtml+xml" });
      expect(answer?.headers.get("content-type")).toStartWith("text/html");
      expect(answer?.status).toBe(200);
    },
  );

  test("the first page is served to monitors and link previews, which accept no HTML", () => {
    for (const accept of ["*/*", "application/json"]) expect(get("/", { accept })?.status).toBe(200);
    expect(get("/", {}, "HEAD")?.headers.get("content-type")).toStartWith("text/html");
  });

  test.each([
    ["/assets/gone-abc123.js", "text/html"],
    ["/tickets", "application/json"],
    ["/favicon.ico", "text/html"],
    ["/../../etc/passwd", "*/*"],
    ["/assets/..%2f..%2fpackage.json", "*/*"],
  ])("the path %s requested as %s is not a file or page of the app", (path, accept) => {
    expect(get(path, { accept })).toBeNull();
  });

  test("methods other than GET and HEAD are not served", () => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      expect(get("/index.html", { accept: "text/html" }, method)).toBeNull();
    }
  });

  test("every response has security headers, and HSTS only with TLS", () => {
    for (const path of files.keys()) {
      const headers = get(path)?.headers;
      const policy = headers?.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      // Help videos are the only third-party content, in a separate frame.
      const [video = ""] = /frame-src [^;]*/.exec(policy) ?? [];
      expect(video).toBe("frame-src 'self' https://www.youtube-nocookie.com");
      expect(policy.replace(video, "")).not.toMatch(/unsafe|https:|\*/);
      expect(headers?.get("x-content-type-options")).toBe("nosniff");
      expect(headers?.get("strict-transport-security")).toBeNull();
    }
    const answer = assets.respond(new Request("http://localhost/index.html"), true);
    expect(answer?.headers.get("strict-transport-security")).toContain("max-age=");
  });
});

test("the binary contains the same files as the bundle", async () => {
  // Without the emoji data, whose two megabytes take seconds at the strongest compression.
  const some = [...files.values()].filter(({ path }) => !path.endsWith("data.json"));
  const { index, bytes } = packAssets(some);
  const restored = unpackAssets(JSON.parse(JSON.stringify(index)), new Uint8Array(bytes));
  const packed = serveAssets(() => new Map(restored.map((file) => [file.path, file])));
  expect(restored.map((file) => file.path)).toEqual(some.map((file) => file.path));
  for (const { path } of some) {
    for (const encoding of ["br", "gzip", ""]) {
      const request = new Request(`http://localhost${path}`, { headers: { "accept-encoding": encoding } });
      const answer = packed.respond(request);
      const before = assets.respond(request);
      expect(answer?.headers.get("etag")).toBe(before?.headers.get("etag") ?? "");
      if (encoding === "") expect(await answer?.text()).toBe((await before?.text()) ?? "");
    }
  }
});

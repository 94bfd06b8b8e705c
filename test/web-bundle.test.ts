import { beforeAll, expect, test } from "bun:test";
import { variantOf } from "#platform/http/web-files/asset-file.ts";
import { bundleWeb, type WebBundle } from "#platform/http/web-files/bundle-web.ts";
import { root } from "#scripts/packages.ts";
import { pageCost } from "#scripts/page-cost.ts";

let web: WebBundle;
beforeAll(async () => {
  web = await bundleWeb(root);
}, 60_000);

const textOf = (pattern: RegExp): string => {
  const file = web.files.find(({ path }) => pattern.test(path));
  if (!file) throw new Error(`no file like ${pattern}`);
  return new TextDecoder().decode(variantOf(file, "identity"));
};

test("the ticket page costs a browser with an empty cache at most 255 kB in 20 requests", () => {
  const page = "web/inbox/tickets/page.tsx";
  expect(Object.values(web.outputs).map(({ entryPoint }) => entryPoint)).toContain(page);
  const { bytes, requests } = pageCost(web, page);
  expect(bytes).toBeLessThanOrEqual(255_000);
  expect(requests).toBeLessThanOrEqual(20);
});

test("the style sheet begins with the order of its layers", () => {
  expect(textOf(/\.css$/)).toStartWith("@layer reset,");
});

test("the styles of lazily loaded chunks are in their own style sheet, which the page names", () => {
  const html = textOf(/^\/index\.html$/);
  const [, first] = /<link rel="stylesheet" href="([^"]+)">/.exec(html) ?? [];
  const [, later] = /<meta name="lazy-css" content="([^"]+)">/.exec(html) ?? [];
  const sheet = (path: string | undefined) => textOf(new RegExp(`^${path}$`));
  expect(sheet(first)).toContain(".list-skeleton");
  expect(sheet(first)).not.toContain(".user-who");
  expect(sheet(later)).toContain(".user-who");
  expect(sheet(later)).not.toContain(".list-skeleton");
});

test("the ticket page and its texts are loaded in parallel with the first file, behind a loading indicator", () => {
  const html = textOf(/^\/index\.html$/);
  const preloaded = [...html.matchAll(/<link rel="modulepreload" href="\/(.*?)">/g)].map(([, path]) => path);
  const named = Object.entries(web.outputs).filter(([path]) =>
    preloaded.includes(path.replace(/^\.?\//, "")),
  );
  expect(named.map(([, { entryPoint }]) => entryPoint).sort()).toEqual([
    "web/app/first-texts/pt.ts",
    "web/inbox/tickets/page.tsx",
  ]);
  expect(html).toContain('<svg class="logo logo-l"');
});

test("the page runs no inline script and contacts no other host", () => {
  const html = textOf(/^\/index\.html$/);
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?:\/\//);
});

test("the recording encoder is served exactly as its authors published it", async () => {
  const original = Bun.file(Bun.resolveSync("@breezystack/lamejs", root));
  expect(textOf(/\/assets\/lamejs-\w+\.js$/)).toBe(await original.text());
});

test("the service worker lists the files of this build, each once", () => {
  const worker = textOf(/^\/sw\.js$/);
  const named = [...worker.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path);
  expect(named.length).toBeGreaterThan(8);
  const known = new Set(web.files.map(({ path }) => path));
  expect(named.filter((path) => !known.has(path))).toEqual([]);
  expect(textOf(/^\/index\.html$/)).toContain(named[0] ?? "nothing");
});

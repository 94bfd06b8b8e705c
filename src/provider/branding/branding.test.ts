import { afterAll, beforeAll, expect, test } from "bun:test";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { png, webp } from "#channels/media/testing.ts";
import { run } from "#platform/db/database.ts";
import { serveAssets } from "#platform/http/web-files/assets.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { brandScale } from "./colors/contract.ts";
import { brandedPage } from "./page.ts";

let app: TestApp;
let root: UserCtx;
beforeAll(async () => {
  app = await startTestApp();
  const provider = await ensureProviderCompany(app.installation, "Provedor");
  root = testUser(provider, { profile: "admin" });
  run(provider.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
});
afterAll(() => app.stop());

const PAGE =
  '<html><head><title>Balcão</title><link rel="icon" href="/favicon.svg"></head><body><svg class="logo logo-l"><path></path></svg></body></html>';
const asset = (path: string, type: string, text: string) => ({
  path,
  type,
  immutable: false,
  hash: "0".repeat(64),
  variants: { identity: new TextEncoder().encode(text) },
});
const assets = serveAssets(
  () =>
    new Map([
      ["/index.html", asset("/index.html", "text/html;charset=utf-8", PAGE)],
      [
        "/manifest.webmanifest",
        asset("/manifest.webmanifest", "application/manifest+json", '{"name":"Balcão","id":"/"}'),
      ],
    ]),
);
const open = async (path: string) => {
  const request = new Request(`${app.url}${path}`, { headers: { accept: "text/html" } });
  return assets.respond(request, false, brandedPage(app.installation, request));
};
const upload = (content: Uint8Array | string, name: string) => {
  const form = new FormData();
  form.set("file", new File([Buffer.from(content)], name));
  return app.api(root).post("/brand/logo", form);
};

test("without a brand the page is the product's own, byte for byte", async () => {
  expect(await (await open("/login"))?.text()).toBe(PAGE);
});

test("the first paint of every page has the provider's name and colour, without a line of inline code", async () => {
  expect((await app.api(root).put("/brand", { name: 'Fala "Fácil" & Cia', color: "#FFD400" })).status).toBe(
    200,
  );
  const answer = await open("/login");
  const html = (await answer?.text()) ?? "";
  expect(html).toContain("<title>Fala &quot;Fácil&quot; &amp; Cia</title>");
  expect(html).not.toMatch(/<style|\sstyle=|<script/);
  const [, address = ""] = /<link rel="stylesheet" href="(\/brand\/style-[\w-]+\.css)">/.exec(html) ?? [];
  const sheet = await fetch(app.url + address);
  expect(sheet.headers.get("content-type")).toBe("text/css;charset=utf-8");
  expect(sheet.headers.get("cache-control")).toContain("immutable");
  expect(await sheet.text()).toMatch(/^:root\{--primary:#[0-9a-f]{6};/);
  expect(JSON.parse((await (await open("/manifest.webmanifest"))?.text()) ?? "")).toMatchObject({
    name: 'Fala "Fácil" & Cia',
    id: "/",
    theme_color: brandScale("#ffd400", "light").primary,
  });
});

test("a changed brand changes the page's ETag at once", async () => {
  const before = (await open("/login"))?.headers.get("etag") ?? "";
  await app.api(root).put("/brand", { name: "Outra", color: "" });
  const request = new Request(`${app.url}/login`, {
    headers: { accept: "text/html", "if-none-match": before },
  });
  expect(assets.respond(request, false, brandedPage(app.installation, request))?.status).toBe(200);
});

test("a colour must be six hex digits and a name one line of text", async () => {
  for (const color of [
    "red;background:url(https://mal.example)",
    "#fff}*{display:none",
    "red",
    "#12345",
    "#1234567",
  ])
    expect([color, (await app.api(root).put("/brand", { name: "Certo", color })).status]).toEqual([
      color,
      400,
    ]);
  for (const name of ["x", "a".repeat(41), "linha\nnova", "<b>Fala</b>"])
    expect((await app.api(root).put("/brand", { name, color: "" })).status).toBe(400);
});

test("a logo is detected by its bytes and re-encoded; SVG and HTML are rejected", async () => {
  for (const [content, name] of [
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "logo.svg"],
    ["<html><script>alert(1)</script></html>", "logo.png"],
  ] as const)
    expect(await upload(content, name)).toMatchObject({ status: 415, body: { error: "ERR_MEDIA_TYPE" } });
  const first = (await upload(await png(40, 40), "logo.png")).body.logoUrl;
  const second = (await upload(await webp(64, 64), "logo.webp")).body.logoUrl;
  const answer = await fetch(app.url + second);
  expect(answer.headers.get("content-type")).toBe("image/png");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  expect([...new Uint8Array(await answer.arrayBuffer()).slice(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
  expect((await fetch(app.url + first)).status).toBe(404);
  const html = (await (await open("/login"))?.text()) ?? "";
  expect(html).toContain(`<img class="logo logo-l" src="${second}" alt="">`);
  expect(html).toContain(`<link rel="icon" type="image/png" href="${second.replace("/logo-", "/tab-")}">`);
  expect((await app.api(root).delete("/brand/logo")).body.logoUrl).toBe(null);
});

test("admins of companies neither read nor change the brand of the provider", async () => {
  const admin = app.api(testUser(app.company(), { profile: "admin" }));
  for (const call of [
    admin.get("/brand"),
    admin.put("/brand", { name: "Meu", color: "" }),
    admin.delete("/brand/logo"),
  ])
    expect((await call).status).toBe(403);
});

test("brand files are rate limited per address", async () => {
  const ask = () => fetch(`${app.url}/brand/logo-0.png`).then(({ status }) => status);
  const seen = new Set<number>();
  for (let turn = 0; turn < 31; turn += 1)
    for (const status of await Promise.all(Array.from({ length: 10 }, ask))) seen.add(status);
  expect([...seen].sort()).toEqual([404, 429]);
});

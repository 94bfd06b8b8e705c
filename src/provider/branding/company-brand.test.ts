import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { jpeg, png } from "#channels/media/testing.ts";
import { all, run } from "#platform/db/database.ts";
import { serveAssets } from "#platform/http/web-files/assets.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { type Api, createApi } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { contrast, TEXT_CONTRAST } from "./colors/contract.ts";
import { brandedPage } from "./page.ts";

let app: TestApp;
let asRoot: Api;
let tenant: Tenant;
let admin: UserCtx;
let asAdmin: Api;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
  const provider = await ensureProviderCompany(app.installation, "Provedor");
  const root = testUser(provider, { profile: "admin" });
  run(provider.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
  asRoot = app.api(root);
});
afterAll(() => app.stop());
beforeEach(async () => {
  tenant = app.company();
  admin = testUser(tenant, { profile: "admin" });
  asAdmin = app.api(admin);
  await asRoot.put("/brand", { name: "Fala Fácil", color: "#0b5cad" });
  await asRoot.delete("/brand/logo");
});

const PAGE = '<html><head><title>Balcão</title><link rel="manifest" href="/m"></head><body></body></html>';
const file = (path: string, text: string) => ({
  path,
  type: "text/html",
  immutable: false,
  hash: "0".repeat(64),
  variants: { identity: new TextEncoder().encode(text) },
});
const assets = serveAssets(
  () =>
    new Map([
      ["/index.html", file("/index.html", PAGE)],
      [
        "/manifest.webmanifest",
        file("/manifest.webmanifest", '{"name":"Balcão","shortcuts":[{"url":"/a"}]}'),
      ],
    ]),
);
/** Requests the page with this brand cookie. */
const open = (mark: string, path = "/tickets") => {
  const request = new Request(app.url + path, {
    headers: { accept: "text/html", cookie: `theme=dark; brand=${mark}` },
  });
  return assets.respond(request, false, brandedPage(app.installation, request));
};
const shown = async (who: UserCtx = admin) => (await app.api(who).get("/auth/me")).body.company.brand;
const send = async (api: Api, content: Uint8Array | string, name = "logo.png") => {
  const form = new FormData();
  form.set("file", new File([Buffer.from(content)], name));
  return api.post("/company-brand/logo", form);
};

test("empty fields of a company's brand use the provider's", async () => {
  expect(await shown()).toMatchObject({ name: "Fala Fácil", logoUrl: null, mark: "" });
  const provider = (await shown()).sheetUrl;
  await asAdmin.put("/company-brand", { name: "Padaria Atende", color: "" });
  const attendant = testUser(tenant);
  expect(await shown(attendant)).toMatchObject({ name: "Padaria Atende", sheetUrl: provider });
  await asAdmin.put("/company-brand", { name: "", color: "#ffd400" });
  expect(await shown(attendant)).toMatchObject({ name: "Fala Fácil" });
  expect((await shown(attendant)).sheetUrl).not.toBe(provider);
  await asAdmin.put("/company-brand", { name: "", color: "" });
  expect(await shown()).toMatchObject({ name: "Fala Fácil", sheetUrl: provider, mark: "" });
});

test("a bright yellow brand colour is adjusted until it is readable in both themes", async () => {
  await asAdmin.put("/company-brand", { name: "", color: "#ffee00" });
  const css = await (await fetch(app.url + (await shown()).sheetUrl)).text();
  const themes = [...css.matchAll(/--primary:(#\w+);.*?--primary-ink:(#\w+)/g)];
  expect(themes).toHaveLength(2);
  for (const [, primary = "", ink = ""] of themes)
    expect(contrast(primary, ink)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
});

test("a changed company brand reaches the open pages of that company only; the provider's reaches all", async () => {
  const attendant = testUser(tenant);
  const stranger = testUser(app.company());
  const [socket, other] = [await app.socket(attendant), await app.socket(stranger)];
  await asAdmin.put("/company-brand", { name: "Padaria Atende", color: "" });
  expect(await socket.event("brand", "update")).toMatchObject({ record: { name: "Padaria Atende" } });
  await app.settled(stranger, other);
  expect(other.events("brand")).toEqual([]);
  await asRoot.put("/brand", { name: "Outro Nome", color: "" });
  expect(await other.event("brand", "update")).toMatchObject({ record: { name: "Outro Nome" } });
  await app.settled(attendant, socket);
  expect(socket.events("brand").at(-1)).toMatchObject({ record: { name: "Padaria Atende" } });
});

test("the browser's next first paint has the company's brand, which strangers cannot request", async () => {
  await asAdmin.put("/company-brand", { name: "Padaria Atende", color: "#a8326f" });
  const { mark, sheetUrl } = await shown();
  const answer = open(mark);
  const html = (await answer?.text()) ?? "";
  expect(answer?.headers.get("cache-control")).toBe("private, no-cache");
  expect(html).toContain("<title>Padaria Atende</title>");
  expect(html).toContain(`<link rel="stylesheet" href="${sheetUrl}">`);
  expect(html).toContain("&quot;name&quot;:&quot;Fala Fácil&quot;");
  expect(html).toContain('href="/manifest.webmanifest" crossorigin="use-credentials"');
  expect(await open(mark, "/manifest.webmanifest")?.json()).toMatchObject({ name: "Padaria Atende" });

  const other = app.company();
  const forged = [
    mark.replace(/^\d+/, String(other.id)),
    `${tenant.id}.${"0".repeat(32)}`,
    "",
    "x",
    "9999.a",
  ];
  for (const made of forged) {
    const plain = open(made);
    expect(plain?.headers.get("cache-control")).toBe("public, no-cache");
    expect(await plain?.text()).toContain("<title>Fala Fácil</title>");
  }
  await asAdmin.put("/company-brand", { name: "Padaria Nova", color: "" });
  expect(await open(mark)?.text()).toContain("<title>Padaria Nova</title>");
});

test("a company's logo and icons have signed URLs known only to its users", async () => {
  expect(await send(asAdmin, "<svg onload=alert(1)></svg>", "logo.png")).toMatchObject({ status: 415 });
  expect((await send(asAdmin, await jpeg(300, 100))).status).toBe(200);
  const { logoUrl, mark } = await shown();
  const get = (path: string) => fetch(app.url + path);
  expect((await get(logoUrl)).headers.get("content-type")).toBe("image/png");
  const icon = await get(logoUrl.replace("/logo-", "/large-"));
  expect(await new Bun.Image(await icon.bytes()).metadata()).toMatchObject({ width: 512, height: 512 });
  expect(await open(mark, "/manifest.webmanifest")?.json()).toMatchObject({
    icons: [{ sizes: "192x192" }, { sizes: "512x512" }, { purpose: "maskable" }],
    shortcuts: [{ icons: [{ sizes: "192x192" }] }],
  });
  // The URL cannot be derived from the picture, nor used with the id of another company.
  expect((await get(logoUrl.replace(/[0-9a-f]{32}\.png/, `${"0".repeat(32)}.png`))).status).toBe(404);
  const other = app.company();
  await send(app.api(testUser(other, { profile: "admin" })), await jpeg(300, 100));
  expect((await get(logoUrl.replace(`/${tenant.id}/`, `/${other.id}/`))).status).toBe(404);
  expect((await get(logoUrl.replace("/logo-", "/nothing-"))).status).toBe(404);
  expect((await asAdmin.delete("/company-brand/logo")).body.logoUrl).toBeNull();
  expect((await get(logoUrl)).status).toBe(404);
});

test("a logo above the storage quota is rejected", async () => {
  const small = app.company("Sem espaço", { storage_mb: 1 });
  run(small.db, "UPDATE media_usage SET bytes = 1048576");
  const answer = await send(app.api(testUser(small, { profile: "admin" })), await png(64, 64));
  expect(answer).toMatchObject({ status: 409, body: { error: "ERR_MEDIA_QUOTA" } });
});

test("admins change the brand, attendants do not; the audit trail names the fields", async () => {
  for (const profile of ["user", "supervisor"] as const) {
    const api = app.api(testUser(tenant, { profile }));
    for (const call of [
      api.get("/company-brand"),
      api.put("/company-brand", { name: "Meu", color: "" }),
      api.delete("/company-brand/logo"),
    ])
      expect((await call).status).toBe(403);
  }
  expect((await asAdmin.put("/company-brand", { name: "<b>Meu</b>", color: "" })).status).toBe(400);
  await asAdmin.put("/company-brand", { name: "Padaria Atende", color: "#a8326f" });
  await send(asAdmin, await png(64, 64));
  const lines = (await asAdmin.get("/audit?kind=company-brand")).body.records;
  expect(lines.map(({ details }: { details: unknown }) => details)).toEqual([
    { fields: ["logo_hash"] },
    {
      fields: ["name", "color"],
      values: { name: ["", "Padaria Atende"], color: ["", "#a8326f"] },
    },
  ]);
  expect(all(app.installation.system, "SELECT name FROM brand")).toEqual([{ name: "Fala Fácil" }]);
});

test("a change by the provider's support is in the company's audit trail", async () => {
  const { token } = (await asRoot.post(`/companies/${tenant.id}/support`, {})).body;
  const changed = await createApi(app.url, token).put("/company-brand", {
    name: "Padaria Atende",
    color: "",
  });
  expect(changed.status).toBe(200);
  expect(await shown()).toMatchObject({ name: "Padaria Atende" });
  expect((await asAdmin.get("/audit?kind=company-brand")).body.records).toMatchObject([
    { who: "support", verb: "changed", details: { fields: ["name"] } },
  ]);
});

test("a company that cannot be opened still gets a page, the provider's", async () => {
  await asAdmin.put("/company-brand", { name: "Padaria Atende", color: "" });
  const { mark } = await shown();
  app.installation.tenants.quarantine(tenant.id, "damaged");
  expect(await open(mark)?.text()).toContain("<title>Fala Fácil</title>");
  app.installation.tenants.release(tenant.id);
  expect(await open(mark)?.text()).toContain("<title>Padaria Atende</title>");
});

import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { deleteUser } from "#accounts/users/remove.ts";
import { png } from "#channels/media/testing.ts";
import { run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
let provider: Tenant;
let root: UserCtx;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
  provider = app.company("Provedor");
  root = testUser(provider, { profile: "admin" });
  run(provider.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
});
afterAll(() => app.stop());
beforeEach(() => void run(app.installation.system, "DELETE FROM announcement"));

const news = (fields: object = {}) => ({ title: "Manutenção", text: "No *domingo*", ...fields });
const announce = async (fields: object = {}) =>
  (await app.api(root).post("/announcements", news(fields))).body;
const titlesFor = async (user: UserCtx, query = "") =>
  (await app.api(user).get(`/announcements/${query}`)).body.records.map(
    ({ title }: { title: string }) => title,
  );
const unreadOf = async (user: UserCtx) => (await app.api(user).get("/announcements/unread")).body.unread;
const upload = (id: number, content: Uint8Array<ArrayBuffer>, name = "cartaz.png", user = root) => {
  const form = new FormData();
  form.set("file", new File([content], name));
  return app.api(user).post(`/announcements/${id}/media-upload`, form);
};
const pictures = () => {
  const directory = join(app.directory, "announcements");
  return existsSync(directory) ? readdirSync(directory).filter((name) => name !== "incoming") : [];
};
const gone = async () => {
  for (let turn = 0; turn < 200 && pictures().length > 0; turn += 1) await Bun.sleep(5);
  return pictures();
};

test("only super users change announcements; admins get 403 on every write", async () => {
  const made = await announce();
  const admin = app.api(testUser(app.company(), { profile: "admin" }));
  const path = `/announcements/${made.id}`;
  for (const call of [
    admin.post("/announcements", news()),
    admin.put(path, { title: "Outro" }),
    admin.delete(path),
    admin.post(`${path}/media-upload`, new FormData()),
    admin.delete(`${path}/media-upload`),
  ])
    expect(await call).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
  expect((await app.api(root).get(path)).body).toMatchObject({ title: "Manutenção" });
});

test("a new announcement is active, of low priority and without picture by default", async () => {
  expect(await announce()).toMatchObject({
    title: "Manutenção",
    text: "No *domingo*",
    priority: 3,
    status: true,
    mediaPath: null,
    mediaName: null,
  });
  expect(await announce({ priority: "1", status: "false" })).toMatchObject({ priority: 1, status: false });
});

test("an announcement needs title, text and a priority of 1, 2 or 3; otherwise nothing is written", async () => {
  const fieldsOf = async (fields: object) =>
    (await app.api(root).post("/announcements", news(fields))).body.details?.fields;
  expect(await fieldsOf({ title: "  " })).toEqual({ title: "required" });
  expect(await fieldsOf({ text: "" })).toEqual({ text: "required" });
  expect(await fieldsOf({ priority: 4 })).toEqual({ priority: "invalid" });
  expect(await fieldsOf({ text: "x".repeat(4097) })).toEqual({ text: "too_long" });
  expect(await titlesFor(root)).toEqual([]);
});

test("every company reads the active announcements, by priority and then the newest; super users see all", async () => {
  for (const [title, priority, status] of [
    ["baixa", 3, true],
    ["alta antiga", 1, true],
    ["desligada", 2, false],
    ["alta nova", 1, true],
    ["média", 2, true],
  ]) {
    app.clock.advance(1000);
    await announce({ title, priority, status });
  }
  const shown = ["alta nova", "alta antiga", "média", "baixa"];
  for (const company of [app.company(), app.company()])
    expect(await titlesFor(testUser(company))).toEqual(shown);
  expect(await titlesFor(root)).toEqual(["alta nova", "alta antiga", "média", "desligada", "baixa"]);
  expect(await titlesFor(root, "?active=true")).toEqual(shown);
  expect(await titlesFor(testUser(app.company()), "?active=false")).toEqual(shown);
});

test("an inactive announcement is hidden from companies", async () => {
  const hidden = await announce({ status: false });
  const api = app.api(testUser(app.company(), { profile: "admin" }));
  for (const call of [
    api.get(`/announcements/${hidden.id}`),
    api.post(`/announcements/${hidden.id}/read`),
    api.get("/announcements/999"),
  ])
    expect(await call).toMatchObject({ status: 404, body: { error: "ERR_NOT_FOUND" } });
  expect((await app.api(root).get(`/announcements/${hidden.id}`)).status).toBe(200);
});

test("announcements are found by title and text, ignoring case and accents, in pages", async () => {
  for (let n = 0; n < 22; n += 1) await announce({ title: `Aviso ${n}`, text: n === 3 ? "Boleto" : "Nada" });
  const api = app.api(testUser(app.company()));
  const first = (await api.get("/announcements")).body;
  const second = (await api.get("/announcements?pageNumber=2")).body;
  expect([first.records.length, first.count, first.hasMore]).toEqual([20, 22, true]);
  expect([second.records.length, second.hasMore]).toEqual([2, false]);
  expect((await api.get("/announcements?searchParam=BOLETÓ")).body.records).toMatchObject([
    { title: "Aviso 3" },
  ]);
});

test("an announcement that a user opened is read for that user only, on every device", async () => {
  const one = await announce();
  await announce({ title: "Outro" });
  await announce({ title: "Desligado", status: false });
  const company = app.company();
  const [ana, bia] = [testUser(company), testUser(company)];
  const stranger = testUser(app.company());
  expect(await unreadOf(ana)).toBe(2);
  expect((await app.api(ana).post(`/announcements/${one.id}/read`)).body).toEqual({ unread: 1 });
  expect((await app.api(ana).post(`/announcements/${one.id}/read`)).body).toEqual({ unread: 1 });
  expect([await unreadOf(ana), await unreadOf(bia), await unreadOf(stranger)]).toEqual([1, 2, 2]);
  const { records } = (await app.api(ana).get("/announcements")).body;
  expect(records.map(({ read }: { read: boolean }) => read).sort()).toEqual([false, true]);
  expect((await app.api(bia).post("/announcements/read-all")).body).toEqual({ unread: 0 });
  expect(await unreadOf(stranger)).toBe(2);
});

test("read entries of a deleted user or a deleted announcement are deleted", async () => {
  const rows = () =>
    app.installation.system.$client.prepare("SELECT count(*) AS n FROM announcement_read").get();
  const company = app.company();
  const admin = testUser(company, { profile: "admin" });
  const ana = testUser(company);
  const made = await announce();
  await app.api(ana).post(`/announcements/${made.id}/read`);
  await deleteUser(admin, ana.actor.id);
  expect(rows()).toEqual({ n: 0 });
  await app.api(admin).post(`/announcements/${made.id}/read`);
  expect(rows()).toEqual({ n: 1 });
  await app.api(root).delete(`/announcements/${made.id}`);
  expect(rows()).toEqual({ n: 0 });
});

test("announcements are broadcast to every company; a deactivated one is broadcast as deleted", async () => {
  const [ana, zoe] = [testUser(app.company()), testUser(app.company())];
  const sockets = [await app.socket(ana), await app.socket(zoe)];
  const boss = await app.socket(root);
  const made = await announce({ title: "Novidade" });
  for (const socket of [...sockets, boss])
    expect(await socket.event("announcement", "create")).toMatchObject({ record: { title: "Novidade" } });
  await app.api(root).put(`/announcements/${made.id}`, { title: "Mudou" });
  for (const socket of sockets)
    expect(await socket.event("announcement", "update")).toMatchObject({ record: { title: "Mudou" } });
  await app.api(root).put(`/announcements/${made.id}`, { status: false });
  for (const socket of sockets)
    expect(await socket.event("announcement", "delete")).toMatchObject({ id: made.id });
  expect(await boss.event("announcement", "update")).toBeDefined();
  await announce({ title: "Rascunho", status: false });
  expect(await boss.event("announcement", "create")).toBeDefined();
  await app.settled(ana, sockets[0] as (typeof sockets)[0]);
  expect(JSON.stringify(sockets[0]?.frames)).not.toContain("Rascunho");
});

test("an activated announcement is broadcast as new", async () => {
  const ana = testUser(app.company());
  const [socket, boss] = [await app.socket(ana), await app.socket(root)];
  const draft = await announce({ title: "Festa", status: false });
  await app.api(root).put(`/announcements/${draft.id}`, { status: true });
  expect(await socket.event("announcement", "create")).toMatchObject({ record: { title: "Festa" } });
  expect(await boss.event("announcement", "update")).toMatchObject({ record: { status: true } });
  await app.settled(ana, socket);
  expect(socket.events("announcement")).toHaveLength(1);
});

test("closed companies are not opened to broadcast an announcement", async () => {
  const asleep = app.company("Dorminhoca");
  app.clock.advance(3_600_000);
  await app.app.runJob("close_idle");
  await announce();
  expect([...app.installation.tenants.openTenants()].map(({ id }) => id)).not.toContain(asleep.id);
});

test("a picture of an announcement is public under its random name and cacheable for ever", async () => {
  const made = await announce();
  const { body } = await upload(made.id, new Uint8Array(await png()), "Cartaz de maio.png");
  expect(body.mediaName).toBe("Cartaz de maio.png");
  expect(body.mediaPath).toMatch(/^\/public\/announcements\/[\w-]{22}\.png$/);
  const answer = await fetch(app.url + body.mediaPath);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  for (const path of ["", "x.png", "..%2fsystem.sqlite", "incoming", `${"a".repeat(22)}.png`])
    expect((await fetch(`${app.url}/public/announcements/${path}`)).status).toBe(404);
  await app.api(root).delete(`/announcements/${made.id}`);
  expect(await gone()).toEqual([]);
});

test("only PNG and JPEG pictures of at most 5 MB are accepted; rejected ones leave no file behind", async () => {
  const { id } = await announce();
  const picture = new Uint8Array(await png());
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(await upload(id, svg, "a.png")).toMatchObject({ status: 415, body: { error: "ERR_MEDIA_TYPE" } });
  expect((await upload(id, picture.slice(0, 20))).status).toBe(415);
  const large = new Uint8Array(5 * 1024 * 1024 + 1);
  large.set(picture);
  expect(await upload(id, large)).toMatchObject({ status: 413, body: { error: "ERR_MEDIA_TOO_LARGE" } });
  expect(await app.api(root).post(`/announcements/${id}/media-upload`, new FormData())).toMatchObject({
    status: 400,
  });
  expect((await upload(999, picture)).status).toBe(404);
  expect(pictures()).toEqual([]);
});

test("a new picture of an announcement replaces the previous one and can be removed", async () => {
  const { id } = await announce();
  const picture = new Uint8Array(await png());
  const first = (await upload(id, picture)).body.mediaPath;
  const second = (await upload(id, picture, "b.png")).body.mediaPath;
  expect(second).not.toBe(first);
  expect((await fetch(app.url + second)).status).toBe(200);
  const path = `/announcements/${id}`;
  expect((await app.api(root).delete(`${path}/media-upload`)).status).toBe(200);
  expect((await app.api(root).delete(`${path}/media-upload`)).status).toBe(200);
  expect((await app.api(root).get(path)).body).toMatchObject({ mediaPath: null, mediaName: null });
  expect(await gone()).toEqual([]);
});

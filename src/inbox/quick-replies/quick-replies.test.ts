import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { png } from "#channels/media/testing.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const setUp = () => {
  const tenant = app.company();
  const ana = testUser(tenant, { name: "Ana" });
  const boss = testUser(tenant, { name: "Chefe", profile: "admin" });
  const caio = testUser(tenant, { name: "Caio" });
  const [asAna, asBoss, asCaio] = [app.api(ana), app.api(boss), app.api(caio)];
  return { tenant, ana, boss, caio, asAna, asBoss, asCaio };
};
const refused = (status: number, error: string) => ({ status, body: { error } });
const missing = refused(404, "ERR_NOT_FOUND");
const inUse = refused(409, "ERR_NAME_IN_USE");
const shortcodes = (list: readonly { shortcode: string }[]) => list.map(({ shortcode }) => shortcode);

describe("a quick reply", () => {
  test("a quick reply can be created, changed and deleted by its owner", async () => {
    const { tenant, ana, asAna } = setUp();
    const made = await asAna.post("/quick-messages", { shortcode: " oi ", message: "Olá {{firstName}}" });
    expect(made).toMatchObject({
      status: 200,
      body: {
        shortcode: "oi",
        message: "Olá {{firstName}}",
        geral: false,
        status: true,
        isMedia: false,
        mediaPath: null,
        mediaName: null,
        companyId: tenant.id,
        userId: ana.actor.id,
      },
    });
    const path = `/quick-messages/${made.body.id}`;
    const changed = await asAna.put(path, { message: "Olá!", status: 0 });
    expect(changed.body).toMatchObject({ shortcode: "oi", message: "Olá!", status: false });
    expect((await asAna.get(path)).body).toEqual(changed.body);
    expect((await asAna.delete(path)).body).toHaveProperty("message");
    expect(await asAna.get(path)).toMatchObject(missing);
    expect(await asAna.delete(path)).toMatchObject(missing);
  });

  test("a quick reply needs a shortcode and a text of at most the length of a message", async () => {
    const { asAna } = setUp();
    const fields = async (body: object) => (await asAna.post("/quick-messages", body)).body.details.fields;
    expect(await fields({ message: "x" })).toEqual({ shortcode: "required" });
    expect(await fields({ shortcode: "  " })).toHaveProperty("shortcode");
    expect(await fields({ shortcode: "a", message: "x".repeat(4097) })).toEqual({ message: "too_long" });
    expect((await asAna.get("/quick-messages")).body).toEqual({ records: [], count: 0, hasMore: false });
  });

  test("a quick reply is visible to its owner only until an admin shares it with the company", async () => {
    const { asAna, asBoss, asCaio } = setUp();
    const own = (await asAna.post("/quick-messages", { shortcode: "meu", geral: null })).body;
    for (const api of [asCaio, asBoss]) {
      expect(await api.get(`/quick-messages/${own.id}`)).toMatchObject(missing);
      expect(await api.put(`/quick-messages/${own.id}`, { message: "x" })).toMatchObject(missing);
      expect(await api.delete(`/quick-messages/${own.id}`)).toMatchObject(missing);
      expect((await api.get("/quick-messages")).body.records).toEqual([]);
    }
    const shared = (await asBoss.post("/quick-messages", { shortcode: "nosso", geral: true })).body;
    expect((await asCaio.get(`/quick-messages/${shared.id}`)).body).toEqual(shared);
    expect(shortcodes((await asAna.get("/quick-messages")).body.records)).toEqual(["meu", "nosso"]);
  });

  test("only admins can change a shared quick reply", async () => {
    const { asAna, asBoss } = setUp();
    const denied = refused(403, "ERR_NO_PERMISSION");
    expect(await asAna.post("/quick-messages", { shortcode: "a", geral: true })).toMatchObject(denied);
    const own = (await asAna.post("/quick-messages", { shortcode: "a" })).body;
    expect(await asAna.put(`/quick-messages/${own.id}`, { geral: true })).toMatchObject(denied);
    const shared = (await asBoss.post("/quick-messages", { shortcode: "b", geral: true })).body;
    const path = `/quick-messages/${shared.id}`;
    expect(await asAna.put(path, { message: "x" })).toMatchObject(denied);
    expect(await asAna.delete(path)).toMatchObject(denied);
    expect(await asAna.delete(`${path}/media-upload`)).toMatchObject(denied);
    expect(await asAna.post(`${path}/media-upload`, new FormData())).toMatchObject(denied);
    expect((await asBoss.put(path, { geral: false })).body.geral).toBe(false);
    expect(await asAna.get(path)).toMatchObject(missing);
  });

  test("a shortcode is unique among the quick replies of its owner, and among the shared ones", async () => {
    const { asAna, asBoss, asCaio } = setUp();
    const make = (api: typeof asAna, geral = false) =>
      api.post("/quick-messages", { shortcode: "Oi", ...(geral && { geral }) });
    expect((await make(asAna)).status).toBe(200);
    expect(await asAna.post("/quick-messages", { shortcode: "oi" })).toMatchObject(inUse);
    expect((await make(asCaio)).status).toBe(200);
    const own = (await make(asBoss)).body;
    expect((await make(asBoss, true)).status).toBe(200);
    expect(await make(asBoss, true)).toMatchObject(inUse);
    expect(await asBoss.put(`/quick-messages/${own.id}`, { geral: true })).toMatchObject(inUse);
    expect((await asBoss.get(`/quick-messages/${own.id}`)).body.geral).toBe(false);
  });

  test("a search finds quick replies by shortcode or text without accents, page by page", async () => {
    const { asAna, asBoss, asCaio } = setUp();
    for (let n = 10; n < 31; n += 1) await asAna.post("/quick-messages", { shortcode: `r${n}` });
    await asBoss.post("/quick-messages", { shortcode: "horário", message: "Das 8 às 18", geral: true });
    const first = (await asAna.get("/quick-messages")).body;
    expect(first).toMatchObject({ count: 22, hasMore: true });
    expect(shortcodes(first.records)).toEqual([
      "horário",
      ...Array.from({ length: 19 }, (_, n) => `r${n + 10}`),
    ]);
    const second = (await asAna.get("/quick-messages?pageNumber=2")).body;
    expect([shortcodes(second.records), second.hasMore]).toEqual([["r29", "r30"], false]);
    const found = async (text: string) =>
      shortcodes((await asAna.get(`/quick-messages?searchParam=${encodeURIComponent(text)}`)).body.records);
    expect(await found("HORARIO")).toEqual(["horário"]);
    expect(await found("as 18")).toEqual(["horário"]);
    expect(shortcodes((await asCaio.get("/quick-messages/list")).body)).toEqual(["horário"]);
  });

  test("an inactive quick reply is not listed for the composer, whatever the query says", async () => {
    const { ana, asAna, asCaio } = setUp();
    await asAna.post("/quick-messages", { shortcode: "ligada" });
    await asAna.post("/quick-messages", { shortcode: "desligada", status: false });
    expect(shortcodes((await asAna.get("/quick-messages/list")).body)).toEqual(["ligada"]);
    expect(shortcodes((await asAna.get("/quick-messages")).body.records)).toEqual(["desligada", "ligada"]);
    expect((await asCaio.get(`/quick-messages/list?companyId=1&userId=${ana.actor.id}`)).body).toEqual([]);
  });
});

const form = async (name = "Preços 2026.png", bytes?: Uint8Array) => {
  const data = new FormData();
  data.append("typeArch", "quickMessage");
  data.append("file", new File([new Uint8Array(bytes ?? (await png()))], name));
  return data;
};
const filesOf = ({ mediaDirectory }: Tenant): readonly string[] =>
  existsSync(mediaDirectory)
    ? readdirSync(mediaDirectory, { recursive: true, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [entry.name] : [],
      )
    : [];

describe("the file of a quick reply", () => {
  test("the file of a quick reply is uploaded, served, replaced, removed, and deleted with the quick reply", async () => {
    const { tenant, asAna } = setUp();
    const { id } = (await asAna.post("/quick-messages", { shortcode: "tabela" })).body;
    const upload = `/quick-messages/${id}/media-upload`;
    const first = (await asAna.post(upload, await form())).body;
    expect(first).toMatchObject({ isMedia: true, mediaName: "Preços 2026.png" });
    expect((await fetch(app.url + first.mediaPath)).status).toBe(200);
    expect((await asAna.post(upload, await form("b.png", await png(9, 9)))).body.mediaName).toBe("b.png");
    await becomesTrue(() => filesOf(tenant).length === 1);
    expect((await fetch(app.url + first.mediaPath)).status).toBe(404);
    expect((await asAna.delete(upload)).body).toHaveProperty("message");
    expect((await asAna.delete(upload)).status).toBe(200);
    expect((await asAna.get(`/quick-messages/${id}`)).body).toMatchObject({
      isMedia: false,
      mediaPath: null,
      mediaName: null,
    });
    await becomesTrue(() => filesOf(tenant).length === 0);
    await asAna.post(upload, await form());
    expect(filesOf(tenant)).toHaveLength(1);
    await asAna.delete(`/quick-messages/${id}`);
    await becomesTrue(() => filesOf(tenant).length === 0);
  });

  test("the file of a quick reply can be read only by users who see the quick reply", async () => {
    const { asAna, asCaio } = setUp();
    const { id } = (await asAna.post("/quick-messages", { shortcode: "tabela" })).body;
    const { mediaPath } = (await asAna.post(`/quick-messages/${id}/media-upload`, await form())).body;
    const [unsigned] = mediaPath.split("?");
    const get = async (token: string | null) =>
      (await fetch(app.url + unsigned, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await get(asAna.token)).toBe(200);
    expect(await get(asCaio.token)).toBe(404);
  });

  test("a program is rejected as the file of a quick reply", async () => {
    const { tenant, asAna } = setUp();
    const { id } = (await asAna.post("/quick-messages", { shortcode: "x" })).body;
    const data = await form("oferta.exe", Buffer.from("MZ"));
    expect(await asAna.post(`/quick-messages/${id}/media-upload`, data)).toMatchObject(
      refused(415, "ERR_MEDIA_TYPE"),
    );
    const none = await asAna.post(`/quick-messages/${id}/media-upload`, new FormData());
    expect(none.status).toBe(400);
    expect(filesOf(tenant)).toEqual([]);
  });
});

describe("a change of a quick reply", () => {
  test("a change of a quick reply is broadcast to its owner, and to the company while it is shared", async () => {
    const { ana, boss, caio, asAna, asBoss } = setUp();
    const sockets = await Promise.all([ana, boss, caio].map((user) => app.socket(user)));
    const [anas, bosses, caios] = sockets;
    const own = (await asAna.post("/quick-messages", { shortcode: "meu" })).body;
    expect(await anas?.event("quick-message", "create")).toMatchObject({ record: own });
    const shared = (await asBoss.post("/quick-messages", { shortcode: "nosso", geral: true })).body;
    expect(await caios?.event("quick-message")).toMatchObject({ action: "create", record: shared });
    await asBoss.put(`/quick-messages/${shared.id}`, { geral: false });
    expect(await caios?.event("quick-message")).toMatchObject({ action: "delete", id: shared.id });
    await asBoss.delete(`/quick-messages/${shared.id}`);
    await asAna.delete(`/quick-messages/${own.id}`);
    expect(await anas?.event("quick-message", "delete")).toBeTruthy();
    for (const [index, user] of [ana, boss, caio].entries()) {
      const socket = sockets[index];
      if (socket) await app.settled(user, socket);
    }
    const heard = sockets.map((socket) => socket.events("quick-message").map(({ action }) => action));
    expect(heard).toEqual([
      ["create", "create", "delete", "delete"],
      ["create", "update", "delete"],
      ["create", "delete"],
    ]);
    expect(bosses?.isOpen()).toBe(true);
  });

  test("deleting a user deletes their own quick replies and keeps the shared ones", async () => {
    const { tenant, boss, asBoss } = setUp();
    const leaver = testUser(tenant, { profile: "admin" });
    const api = app.api(leaver);
    const own = (await api.post("/quick-messages", { shortcode: "meu" })).body;
    await api.post(`/quick-messages/${own.id}/media-upload`, await form());
    await api.post("/quick-messages", { shortcode: "nosso", geral: true });
    expect((await asBoss.delete(`/users/${leaver.actor.id}`)).status).toBe(200);
    expect(shortcodes((await asBoss.get("/quick-messages")).body.records)).toEqual(["nosso"]);
    await becomesTrue(() => filesOf(tenant).length === 0);
    expect(boss.actor.profile).toBe("admin");
  });
});

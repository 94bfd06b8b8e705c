import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { all, one, run } from "#platform/db/database.ts";
import type { Api } from "#test/helpers/api.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";
import { MAX_PERSONAL_MACROS, type PreviewLine } from "./contract.ts";

const t = talk();
beforeAll(t.start);
afterAll(t.stop);
let support: number;
let vip: number;
beforeEach(async () => {
  t.meet();
  support = testQueue(t.tenant, "Suporte");
  run(
    t.tenant.db,
    "INSERT INTO connection_queue (connection_id, queue_id) SELECT id, ? FROM connection",
    support,
  );
  vip = (await t.asAdmin.post("/tags", { name: "VIP", color: "#112233" })).body.id;
});

const reply = (text: string, more: object = {}) => ({ action: "reply", text, ...more });
const tag = () => ({ action: "tag_add", tagIds: [vip] });
const transfer = () => ({ action: "transfer", queueId: support });
const create = (actions: readonly object[], fields: object = {}, api: Api = t.asAna) =>
  api.post("/macros", { name: "Orçamento", actions, ...fields });
const made = async (actions: readonly object[], fields: object = {}, api: Api = t.asAna): Promise<number> => {
  const { status, body } = await create(actions, fields, api);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.id;
};
const preview = async (id: number, api: Api = t.asAna): Promise<PreviewLine[]> =>
  (await api.post(`/macros/${id}/preview`, { ticketId: t.ticketId })).body.lines;
const start = (id: number, more: object = {}, api: Api = t.asAna) =>
  api.post(`/macros/${id}/run`, { ticketId: t.ticketId, runId: crypto.randomUUID(), ...more });
const ours = () =>
  all<{ body: string }>(t.tenant.db, "SELECT body FROM message WHERE origin = 'user' ORDER BY id").map(
    ({ body }) => body,
  );
const ticket = async () => (await t.asAdmin.get(`/tickets/${t.ticketId}`)).body;
const names = async (api: Api, query = "") =>
  (await api.get(`/macros${query}`)).body.macros.map(({ name }: { name: string }) => name);

describe("running a macro", () => {
  test("a macro that replies, tags and transfers does all three, and its replies are sent in their order", async () => {
    const id = await made([reply("Olá {{firstName}}!"), reply("Vou transferir."), tag(), transfer()]);
    const { status, body } = await start(id);
    await settle();
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "pending", queueId: support, tags: [{ id: vip }] });
    expect(ours()).toEqual(["*Ana:*\nOlá Maria!", "*Ana:*\nVou transferir."]);
    expect(t.provider.sent.slice(0, 2).map(({ content }) => "text" in content && content.text)).toEqual(
      ours(),
    );
    const { events } = (await t.asAdmin.get(`/tickets/${t.ticketId}/events`)).body;
    expect(events.find(({ kind }: { kind: string }) => kind === "macro")).toMatchObject({
      actor: { name: "Ana" },
      to: { name: "Orçamento" },
    });
    const message = one<{ id: number }>(
      t.tenant.db,
      "SELECT min(id) AS id FROM message WHERE origin = 'user'",
    );
    expect((await t.asAdmin.get(`/messages/${message?.id}/info`)).body.originName).toBe("Orçamento");
  });

  test("a macro whose transfer is not permitted gets the index of the refused step, and changes nothing", async () => {
    const id = await made([reply("Olá"), tag(), transfer()], { shared: true }, t.asAdmin);
    const colleague = t.app.api(testUser(t.tenant, { queueIds: [t.queueId] }));
    const refused = await start(id, {}, colleague);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: "ERR_MACRO_REFUSED", details: { index: 0, error: "ERR_NO_PERMISSION" } },
    });
    const quiet = await made([tag(), transfer()], { name: "Só transferir", shared: true }, t.asAdmin);
    expect((await preview(quiet, colleague)).map(({ problem }) => problem)).toEqual([
      undefined,
      "ERR_NO_PERMISSION",
    ]);
    expect((await start(quiet, {}, colleague)).body.details).toEqual({
      index: 1,
      error: "ERR_NO_PERMISSION",
    });
    expect([ours(), (await ticket()).tags, (await ticket()).queueId]).toEqual([[], [], t.queueId]);
  });

  test("a macro whose request is repeated by an unreliable network replies once", async () => {
    const id = await made([reply("Olá"), tag()]);
    const runId = crypto.randomUUID();
    const [first, again] = [await start(id, { runId }), await start(id, { runId })];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.id).toBe(t.ticketId);
    expect(ours()).toHaveLength(1);
  });

  test("a repeated run id does not return a ticket that the user can no longer see", async () => {
    const id = await made([transfer()]);
    const runId = crypto.randomUUID();
    const [first, again] = [await start(id, { runId }), await start(id, { runId })];
    expect([first.status, again.status]).toEqual([200, 200]);
    t.app.clock.advance(61_000);
    expect(await start(id, { runId })).toMatchObject({ status: 404, body: { error: "ERR_NO_TICKET_FOUND" } });
  });

  test("the same run id twice at the same moment replies once", async () => {
    const id = await made([reply("Olá")]);
    const runId = crypto.randomUUID();
    const answers = await Promise.all([start(id, { runId }), start(id, { runId })]);
    expect([answers.map(({ status }) => status), ours().length]).toEqual([[200, 200], 1]);
  });

  test("a macro cannot resolve a ticket without its required fields", async () => {
    const { id: field } = (
      await t.asAdmin.post("/fields", {
        of: "ticket",
        key: "motivo",
        label: "Motivo",
        kind: "text",
        required: true,
      })
    ).body;
    const id = await made([reply("Até logo"), { action: "resolve", farewell: false }]);
    expect((await start(id)).body.details).toEqual({ index: 1, error: "ERR_FIELDS_REQUIRED" });
    expect([(await ticket()).status, ours()]).toEqual(["open", []]);
    const filled = await made(
      [
        { action: "field_set", key: "motivo", value: "Compra" },
        { action: "resolve", farewell: false },
      ],
      { name: "Fechar venda" },
    );
    expect((await start(filled)).body).toMatchObject({ status: "closed", fields: { motivo: "Compra" } });
    expect(field).toBeGreaterThan(0);
  });
});

describe("the preview of a macro", () => {
  test("the preview of a macro shows exactly the text that the customer gets, and stores nothing", async () => {
    const { id: quick } = (
      await t.asAna.post("/quick-messages", { shortcode: "pix", message: "Pix de {{queue}}" })
    ).body;
    await t.asAdmin.post("/fields", { of: "ticket", key: "pedido", label: "Pedido", kind: "text" });
    const id = await made([
      { action: "field_set", key: "pedido", value: "A-7" },
      reply("{{greeting}}, {{firstName}}! Pedido {{pedido}}."),
      { action: "reply", text: "", quickReplyId: quick },
      tag(),
      transfer(),
    ]);
    const count = () =>
      ["message", "outbox", "ticket_event", "ticket_tag", "macro_run", "field_value"].map(
        (table) => one<{ n: number }>(t.tenant.db, `SELECT count(*) AS n FROM ${table}`)?.n,
      );
    const before = [count(), await ticket()];
    const lines = await preview(id);
    expect([count(), await ticket()]).toEqual(before);
    expect(lines.map(({ text, isEditable }) => [text, isEditable])).toEqual([
      ["Pedido: A-7", false],
      [expect.stringContaining("Maria! Pedido A-7."), true],
      ["*Ana:*\nPix de Vendas", false],
      ["VIP", false],
      ["Suporte", false],
    ]);
    await start(id);
    expect(ours()).toEqual(lines.slice(1, 3).map(({ text }) => text));
  });

  test("the first reply is sent with the text as changed in the preview", async () => {
    const id = await made([tag(), reply("Olá {{firstName}}"), reply("Até já")]);
    const [, line] = await preview(id);
    await start(id, { replyText: `${line?.text}, custa {{nada}} R$ 10` });
    expect(ours()).toEqual(["*Ana:*\nOlá Maria, custa {{nada}} R$ 10", "*Ana:*\nAté já"]);
  });
});

describe("a file of a macro", () => {
  const upload = async (api: Api): Promise<number> => {
    const form = new FormData();
    form.append("file", new File(["Tabela de 2026"], "preços.txt"));
    return (await api.post("/action-files", form)).body.fileId;
  };

  test("the file of a macro is sent with its text and is deleted with its macro", async () => {
    const fileId = await upload(t.asAna);
    const id = await made([reply("Segue a tabela", { fileId })]);
    const { files } = (await t.asAna.get("/macros")).body.macros[0];
    expect(files).toMatchObject([{ fileId, mediaName: "preços.txt" }]);
    expect((await fetch(t.app.url + files[0].mediaPath)).status).toBe(200);
    expect(await preview(id)).toMatchObject([{ text: "*Ana:*\nSegue a tabela", files: ["preços.txt"] }]);
    await start(id);
    expect(one(t.tenant.db, "SELECT media_type AS kind FROM message WHERE origin = 'user'")).toEqual({
      kind: "application",
    });
    const rows = () => one<{ n: number }>(t.tenant.db, "SELECT count(*) AS n FROM action_file")?.n;
    expect(rows()).toBe(1);
    expect((await t.asAna.delete(`/macros/${id}`)).status).toBe(200);
    expect([rows(), one(t.tenant.db, "SELECT 1 FROM media_file WHERE id = ?", fileId)]).toEqual([
      0,
      undefined,
    ]);
  });

  test("a user cannot use the upload of another user, and an upload without macro is deleted after a day", async () => {
    const fileId = await upload(t.asAdmin);
    const refused = await create([reply("", { fileId })]);
    expect(refused).toMatchObject({ status: 400, body: { error: "ERR_VALIDATION" } });
    t.app.clock.advance(25 * 60 * 60_000);
    await upload(t.app.api(t.ana));
    expect(one(t.tenant.db, "SELECT 1 FROM media_file WHERE id = ?", fileId)).toBeUndefined();
  });
});

describe("rights of macros", () => {
  test("only the owner sees a personal macro; a shared macro is for everyone or for the users of some queues", async () => {
    await made([tag()], { name: "Minha" });
    await made([tag()], { name: "De todos", shared: true }, t.asAdmin);
    await made([tag()], { name: "Do suporte", shared: true, queueIds: [support] }, t.asAdmin);
    const tech = t.app.api(testUser(t.tenant, { queueIds: [support] }));
    expect(await names(t.asAna)).toEqual(["De todos", "Minha"]);
    expect(await names(tech)).toEqual(["De todos", "Do suporte"]);
    expect(await names(t.asAdmin)).toEqual(["De todos", "Do suporte"]);
    expect(await names(t.asAdmin, `?ticketId=${t.ticketId}`)).toEqual(["De todos"]);
    expect((await tech.get(`/macros?ticketId=${t.ticketId}`)).status).toBe(404);
  });

  test("only admins change shared macros, and a user gets 404 for personal macros of others", async () => {
    expect((await create([tag()], { shared: true })).body.error).toBe("ERR_NO_PERMISSION");
    const own = await made([tag()]);
    for (const call of [
      t.asAdmin.put(`/macros/${own}`, { name: "Outra" }),
      t.asAdmin.delete(`/macros/${own}`),
      t.asAdmin.post(`/macros/${own}/preview`, { ticketId: t.ticketId }),
      start(own, {}, t.asAdmin),
    ])
      expect((await call).status).toBe(404);
    const shared = await made([tag()], { shared: true }, t.asAdmin);
    expect((await t.asAna.put(`/macros/${shared}`, { active: false })).status).toBe(403);
    await t.asAdmin.put(`/macros/${shared}`, { active: false });
    expect((await start(shared)).status).toBe(404);
  });

  test("a shared macro accepts shared quick replies only, and the objects that it refers to cannot be deleted", async () => {
    const own = (await t.asAdmin.post("/quick-messages", { shortcode: "meu", message: "Meu" })).body.id;
    const quick = (await t.asAdmin.post("/quick-messages", { shortcode: "pix", message: "Pix", geral: true }))
      .body.id;
    const sends = (quickReplyId: number) => [{ action: "reply", text: "", quickReplyId }, tag(), transfer()];
    const refused = await create(sends(own), { shared: true }, t.asAdmin);
    expect(refused.body.details.fields).toEqual({ "actions.0.quickReplyId": "invalid" });
    const id = await made(sends(quick), { shared: true, name: "Pix" }, t.asAdmin);
    const mine = await made(sends(quick), { name: "Meu pix" });
    const by = [{ kind: "macro", id, name: "Pix" }];
    for (const path of [`/quick-messages/${quick}`, `/tags/${vip}`, `/queue/${support}`])
      expect(await t.asAdmin.delete(path)).toMatchObject({
        status: 409,
        body: { error: "ERR_IN_USE", details: { by } },
      });
    expect((await t.asAdmin.put(`/quick-messages/${quick}`, { geral: false })).body.error).toBe("ERR_IN_USE");
    await t.asAdmin.delete(`/macros/${id}`);
    for (const path of [`/quick-messages/${quick}`, `/tags/${vip}`]) await t.asAdmin.delete(path);
    const find = async () =>
      (await t.asAna.get("/macros")).body.macros.find((one: { id: number }) => one.id === mine);
    expect((await find()).actions).toEqual([{ action: "transfer", queueId: support }]);
    expect((await t.asAdmin.delete(`/queue/${support}`)).status).toBe(200);
    expect(await find()).toMatchObject({ actions: [], active: false });
    expect((await t.asAna.put(`/macros/${mine}`, { active: true })).status).toBe(400);
  });

  test("the personal macros of a deleted user are deleted, and actions that name the user fail when they run", async () => {
    const leaver = testUser(t.tenant, { name: "Téo", queueIds: [support] });
    await made([tag()], { name: "Do Téo" }, t.app.api(leaver));
    const id = await made([{ action: "transfer", queueId: support, userId: leaver.actor.id }]);
    expect((await t.asAdmin.delete(`/users/${leaver.actor.id}`)).status).toBe(200);
    expect(all(t.tenant.db, "SELECT name FROM macro")).toEqual([{ name: "Orçamento" }]);
    expect((await preview(id))[0]).toMatchObject({ text: "Suporte", problem: "ERR_NO_USER_FOUND" });
    expect((await start(id)).body.details).toEqual({ index: 0, error: "ERR_NO_USER_FOUND" });
  });
});

describe("the list of macros", () => {
  test("the name of a macro is unique per owner, and a user has at most 50 personal macros", async () => {
    await made([tag()]);
    expect((await create([tag()], { name: "orçamento" })).body.error).toBe("ERR_NAME_IN_USE");
    await made([tag()], { shared: true }, t.asAdmin);
    for (let n = 1; n < MAX_PERSONAL_MACROS; n += 1) await made([tag()], { name: `Macro ${n}` });
    expect(await create([tag()], { name: "Mais uma" })).toMatchObject({
      status: 409,
      body: { error: "ERR_LIMIT_REACHED", details: { resource: "macros", limit: 50 } },
    });
  });

  test("a shortcut digit moves to the macro that was saved with it last", async () => {
    await made([tag()], { name: "Primeira", digit: 1 });
    await made([tag()], { name: "Da empresa", digit: 1, shared: true }, t.asAdmin);
    await made([tag()], { name: "Segunda", digit: 1 });
    const digits = (await t.asAna.get("/macros")).body.macros.map((one: { name: string; digit: number }) => [
      one.name,
      one.digit,
    ]);
    expect(digits).toEqual([
      ["Da empresa", 1],
      ["Primeira", null],
      ["Segunda", 1],
    ]);
  });

  test("a validation error of an action names its path in the list", async () => {
    const fields = async (actions: object[]) => (await create(actions)).body.details.fields;
    expect(await fields([tag(), { action: "transfer", queueId: 999 }])).toEqual({
      "actions.1.queueId": "invalid",
    });
    expect(await fields([{ action: "snooze", mode: "time" }])).toEqual({ "actions.0.minutes": "required" });
    expect(await fields([{ action: "field_set", key: "nada", value: "1" }])).toEqual({
      "actions.0.key": "invalid",
    });
    expect((await create([reply("{{nada}}")])).body.error).toBe("ERR_UNKNOWN_VARIABLE");
    expect((await create([transfer(), tag()])).body.error).toBe("ERR_VALIDATION");
  });

  test("a changed macro is broadcast to the users who see it, and leaves an audit entry", async () => {
    const stranger = testUser(t.tenant);
    const [own, other] = [await t.app.socket(t.ana), await t.app.socket(stranger)];
    const id = await made([tag()], { shared: true, queueIds: [t.queueId] }, t.asAdmin);
    expect(await own.event("macro", "create")).toMatchObject({ record: { id, name: "Orçamento" } });
    await t.asAdmin.put(`/macros/${id}`, { queueIds: [support] });
    expect(await own.event("macro", "delete")).toMatchObject({ id });
    await t.app.settled(stranger, other);
    expect(other.events("macro")).toEqual([]);
    expect(
      all(t.tenant.db, "SELECT action, subject FROM audit_log WHERE kind = 'macro' ORDER BY id"),
    ).toEqual([
      { action: "created", subject: "Orçamento" },
      { action: "changed", subject: "Orçamento" },
    ]);
  });
});

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { all, run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";
import type { ViewAnswer } from "./contract.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const URGENT = { all: [{ field: "priority", op: "in", value: [4] }] };

/** A company with two queues: an admin, and an attendant of the first queue. */
function office() {
  const tenant = app.company();
  const [sales, support] = [testQueue(tenant, "Vendas"), testQueue(tenant, "Suporte")];
  const connectionId = testConnection(tenant, { queueIds: [sales, support] });
  const admin = testUser(tenant, { profile: "admin" });
  const ana = testUser(tenant, { queueIds: [sales] });
  let next = 0;
  const ticket = (queueId: number, fields: Readonly<Record<string, string | number>> = {}) => {
    next += 1;
    const row = {
      ...{
        uuid: crypto.randomUUID(),
        protocol: `P${next}`,
        status: "pending",
        contact_id: testContact(tenant),
      },
      ...{ connection_id: connectionId, queue_id: queueId, created_at: next, updated_at: next, ...fields },
    };
    const columns = Object.keys(row);
    return run(
      tenant.db,
      `INSERT INTO ticket (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
      ...Object.values(row),
    ).id;
  };
  const api = { admin: app.api(admin), ana: app.api(ana) };
  return { tenant, sales, support, admin, ana, api, ticket };
}
type Api = ReturnType<typeof app.api>;
const create = async (api: Api, body: object): Promise<ViewAnswer> => {
  const answer = await api.post("/ticket-views", { name: "Minha", conditions: URGENT, ...body });
  expect(answer.status).toBe(200);
  return answer.body as ViewAnswer;
};
const listed = async (api: Api, viewId: number | string) => {
  const { status, body } = await api.get(`/tickets?viewId=${viewId}`);
  return status === 200 ? (body.tickets as { id: number }[]).map(({ id }) => id) : status;
};
const names = async (api: Api) =>
  ((await api.get("/ticket-views")).body.views as ViewAnswer[]).map(({ name }) => name);

describe("tickets of a view", () => {
  test("a view contains only tickets that the user may see, and its count equals its list", async () => {
    const { sales, support, api, ticket } = office();
    const [one, two] = [ticket(sales, { priority: 4 }), ticket(support, { priority: 4 })];
    ticket(sales);
    ticket(sales, { priority: 4, status: "closed", closed_at: 1 });
    const view = await create(api.admin, { name: "Urgentes de todos", shared: true });
    expect(await listed(api.admin, view.id)).toEqual([two, one]);
    expect(await listed(api.ana, view.id)).toEqual([one]);
    for (const by of [api.admin, api.ana]) {
      await by.put("/users/me/preferences", { viewBar: [String(view.id), "urgent", "snoozed"] });
      const { counts } = (await by.get("/ticket-views/counts")).body as { counts: Record<string, number> };
      for (const id of [String(view.id), "urgent", "snoozed"])
        expect([id, counts[id]]).toEqual([id, ((await listed(by, id)) as number[]).length]);
    }
  });

  test("a view contains snoozed tickets, and tickets in which the user is a participant, only if its conditions include them", async () => {
    const { tenant, sales, support, ana, admin, api, ticket } = office();
    const asleep = ticket(sales, {
      ...{ status: "open", user_id: ana.actor.id, priority: 4, snooze_mode: "time" },
      ...{ snoozed_until: 5, asleep_since: 1 },
    });
    const foreign = ticket(support, { priority: 4 });
    const foreignAsleep = ticket(support, {
      ...{ status: "open", user_id: admin.actor.id, priority: 4, snooze_mode: "time" },
      ...{ snoozed_until: 5, asleep_since: 1 },
    });
    for (const id of [foreign, foreignAsleep])
      run(
        tenant.db,
        "INSERT INTO ticket_participant (ticket_id, user_id, via, added_at) VALUES (?, ?, 'invited', 0)",
        ...[id, ana.actor.id],
      );
    expect(await listed(api.ana, "urgent")).toEqual([]);
    expect(await listed(api.ana, "snoozed")).toEqual([asleep]);
    expect(await listed(api.ana, "participating")).toEqual([foreign]);
  });

  test("a view of closed tickets can only be sorted by the newest change, and has no count", async () => {
    const { sales, api, ticket } = office();
    const conditions = { all: [{ field: "status", op: "in", value: ["closed"] }] };
    const closed = ticket(sales, { status: "closed", closed_at: 1 });
    ticket(sales);
    expect(
      (await api.ana.post("/ticket-views", { name: "Fechados", conditions, sort: "longest" })).body,
    ).toMatchObject({
      details: { fields: { sort: "invalid" } },
    });
    const view = await create(api.ana, { conditions });
    expect(await listed(api.ana, view.id)).toEqual([closed]);
    await api.ana.put("/users/me/preferences", { viewBar: [String(view.id)] });
    expect((await api.ana.get("/ticket-views/counts")).body).toEqual({ counts: {} });
  });
});

describe("rights", () => {
  test("every user can create personal views; admins create shared views for everyone or for some queues", async () => {
    const { sales, support, api } = office();
    expect(
      (await api.ana.post("/ticket-views", { name: "Nossa", shared: true, conditions: URGENT })).status,
    ).toBe(403);
    const own = await create(api.ana, {});
    await create(api.admin, { name: "De suporte", shared: true, queueIds: [support] });
    const ours = await create(api.admin, { name: "De vendas", shared: true, queueIds: [sales] });
    expect(await names(api.ana)).toEqual(["De vendas", "Minha"]);
    expect(await names(api.admin)).toEqual(["De suporte", "De vendas"]);
    expect((await api.ana.put(`/ticket-views/${ours.id}`, { name: "Outra" })).status).toBe(403);
    expect((await api.admin.delete(`/ticket-views/${own.id}`)).status).toBe(404);
    expect(await listed(api.admin, own.id)).toBe(404);
    expect((await api.ana.delete(`/ticket-views/${own.id}`)).status).toBe(200);
  });

  test("the name of a view is unique per owner, and a user has at most 20 personal views", async () => {
    const { api } = office();
    await create(api.ana, {});
    await create(api.admin, { shared: true });
    expect((await api.ana.post("/ticket-views", { name: "MINHA", conditions: URGENT })).body.error).toBe(
      "ERR_NAME_IN_USE",
    );
    for (let n = 2; n <= 20; n += 1) await create(api.ana, { name: `Visão ${n}` });
    expect(
      (await api.ana.post("/ticket-views", { name: "Mais uma", conditions: URGENT })).body,
    ).toMatchObject({
      error: "ERR_LIMIT_REACHED",
      details: { resource: "views", limit: 20 },
    });
  });

  test("a personal view is broadcast to its owner, a shared view to the users who see it", async () => {
    const { sales, support, admin, ana, api } = office();
    const [boss, clerk] = [await app.socket(admin), await app.socket(ana)];
    const own = await create(api.ana, {});
    const shared = await create(api.admin, { name: "Nossa", shared: true });
    expect(await clerk.event("ticket-view", "create")).toMatchObject({ record: { id: own.id } });
    await api.admin.put(`/ticket-views/${shared.id}`, { queueIds: [support] });
    expect(await clerk.event("ticket-view", "delete")).toMatchObject({ id: shared.id });
    await app.settled(admin, boss);
    expect(boss.events("ticket-view").map(({ action }) => action)).toEqual(["create", "update"]);
    expect(sales).not.toBe(support);
  });
});

describe("references of a view", () => {
  test("a tag of a shared view cannot be deleted, and a personal view loses it", async () => {
    const { tenant, api } = office();
    const tag = (await api.admin.post("/tags", { name: "VIP" })).body as { id: number };
    const conditions = { all: [...URGENT.all, { field: "tags", op: "any_of", value: [tag.id] }] };
    await create(api.ana, { conditions });
    const shared = await create(api.admin, { name: "Nossa", shared: true, conditions });
    expect((await api.ana.delete(`/tags/${tag.id}`)).body).toEqual({
      error: "ERR_IN_USE",
      details: { by: [{ kind: "view", id: shared.id, name: "Nossa" }] },
    });
    await api.admin.delete(`/ticket-views/${shared.id}`);
    expect((await api.ana.delete(`/tags/${tag.id}`)).status).toBe(200);
    const [view] = (await api.ana.get("/ticket-views")).body.views as ViewAnswer[];
    expect(view?.conditions).toEqual(URGENT as never);
    expect(all(tenant.db, "SELECT * FROM tag")).toEqual([]);
  });

  test("a queue, a resolution and a custom field of a shared view cannot be deleted", async () => {
    const { support, api } = office();
    const resolution = (await api.admin.post("/resolutions", { name: "Resolvido" })).body as { id: number };
    const field = (
      await api.admin.post("/fields", { of: "ticket", key: "plan", label: "Plano", kind: "text" })
    ).body as { id: number };
    const uses = [
      [`/queue/${support}`, { field: "queue", op: "in", value: [support] }],
      [`/resolutions/${resolution.id}`, { field: "resolution", op: "in", value: [resolution.id] }],
      [`/fields/${field.id}`, { field: "field.plan", op: "not_empty" }],
    ] as const;
    for (const [path, condition] of uses) {
      const view = await create(api.admin, {
        name: `Usa ${path}`,
        shared: true,
        conditions: { all: [condition] },
      });
      expect([path, (await api.admin.delete(path)).body.error]).toEqual([path, "ERR_IN_USE"]);
      await api.admin.delete(`/ticket-views/${view.id}`);
      expect([path, (await api.admin.delete(path)).status]).toEqual([path, 200]);
    }
  });

  test("the views of a deleted user are deleted", async () => {
    const { tenant, ana, api } = office();
    await create(api.ana, {});
    await api.admin.delete(`/users/${ana.actor.id}`);
    expect(all(tenant.db, "SELECT * FROM ticket_view")).toEqual([]);
  });
});

test("a view of closed tickets checks 20,000 tickets per page, and the next page continues there", async () => {
  const { tenant, sales, api, ticket } = office();
  const old = ticket(sales, { status: "closed", closed_at: 1, priority: 4 });
  run(
    tenant.db,
    `INSERT INTO contact (uuid, name, created_at, updated_at) WITH RECURSIVE n(i) AS
      (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20100) SELECT 'c' || i, 'Contato', 0, 0 FROM n`,
  );
  run(
    tenant.db,
    `INSERT INTO ticket (uuid, status, contact_id, connection_id, queue_id, protocol, created_at, updated_at)
      SELECT 'c' || id, 'closed', id, (SELECT connection_id FROM ticket WHERE id = ?), ?, 'c' || id, id, 30000 + id
      FROM contact WHERE name = 'Contato'`,
    ...[old, sales],
  );
  const conditions = { all: [{ field: "status", op: "in", value: ["closed"] }, ...URGENT.all] };
  const view = await create(api.admin, { conditions });
  const page = async (number: number) =>
    (await api.admin.get(`/tickets?viewId=${view.id}&pageNumber=${number}`)).body;
  expect(await page(1)).toMatchObject({ tickets: [], hasMore: true });
  expect(await page(2)).toMatchObject({ tickets: [{ id: old }], hasMore: false, count: 1 });
});

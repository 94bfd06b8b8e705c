import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { TWO_STEPS } from "#inbox/follow-ups/testing.ts";
import { all, one as row, run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";
import type { BulkReport } from "./contract.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const MINUTE_MS = 60_000;
let requests = 0;

/** A company with two queues, an admin, and two attendants of the first queue. */
function office() {
  const tenant = app.company();
  tenant.db.$client.pragma("synchronous = OFF");
  const [sales, support] = [testQueue(tenant, "Vendas"), testQueue(tenant, "Suporte")];
  const connectionId = testConnection(tenant, { queueIds: [sales, support] });
  const contactId = testContact(tenant, { name: "Marina" });
  const admin = testUser(tenant, { profile: "admin" });
  const [ana, bia] = [
    testUser(tenant, { name: "Ana", queueIds: [sales] }),
    testUser(tenant, { name: "Bia", queueIds: [sales] }),
  ];
  let next = 0;
  const ticket = (fields: Readonly<Record<string, string | number | null>> = {}): number => {
    next += 1;
    const values = {
      ...{ uuid: crypto.randomUUID(), protocol: `P${next}`, status: "pending", contact_id: contactId },
      ...{ connection_id: connectionId, queue_id: sales, created_at: next, updated_at: next, ...fields },
    };
    const columns = Object.keys(values);
    return run(
      tenant.db,
      `INSERT INTO ticket (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
      ...Object.values(values),
    ).id;
  };
  /** As many tickets, each of another customer: a customer has one running ticket on a connection. */
  const tickets = (count: number, fields: Readonly<Record<string, string | number | null>> = {}) =>
    tenant.write(() =>
      Array.from({ length: count }, () => ticket({ contact_id: testContact(tenant), ...fields })),
    );
  const mine = { status: "open", user_id: ana.actor.id };
  const stored = (id: number) =>
    row<Record<string, unknown>>(
      tenant.db,
      "SELECT status, user_id, queue_id, priority, close_settles_at FROM ticket WHERE id = ?",
      id,
    );
  const api = { admin: app.api(admin), ana: app.api(ana), bia: app.api(bia) };
  return { tenant, sales, support, connectionId, admin, ana, bia, api, ticket, tickets, mine, stored };
}
type Api = ReturnType<typeof app.api>;

const post = (api: Api, selection: object, actions: readonly object[], more: object = {}) => {
  requests += 1;
  return api.post("/tickets/bulk", { selection, actions, requestId: `request ${requests}`, ...more });
};
/** Starts a run and works on it until it ends. */
async function finished(api: Api, selection: object, actions: readonly object[]): Promise<BulkReport> {
  const { status, body } = await post(api, selection, actions);
  expect(status).toBe(200);
  return ended(api, body.runId);
}
async function ended(api: Api, runId: number): Promise<BulkReport> {
  for (;;) {
    const report = await read(api, runId);
    if (report.state !== "running" && report.state !== "undoing") return report;
    await app.app.runJob("bulk_actions");
  }
}
const read = async (api: Api, runId: number): Promise<BulkReport> =>
  (await api.get(`/tickets/bulk/${runId}`)).body;
const undo = async (api: Api, { id }: BulkReport): Promise<BulkReport> => {
  expect((await api.post(`/tickets/bulk/${id}/undo`)).status).toBe(200);
  return ended(api, id);
};
const URGENT = { action: "priority", priority: 4 };

describe("bulk actions", () => {
  test("a bulk run over 500 tickets, of which 3 were accepted meanwhile, changes 497 and reports 3", async () => {
    const { tenant, api, bia, ana, tickets, support } = office();
    const supervisor = testUser(tenant, { profile: "supervisor", queueIds: ana.actor.queueIds });
    const ids = tickets(500);
    const { body } = await post(app.api(supervisor), { query: { status: "pending", showAll: "true" } }, [
      { action: "priority", priority: 3 },
      { action: "transfer", queueId: support },
    ]);
    expect(body.total).toBe(500);
    const taken = ids.slice(100, 103);
    for (const id of taken)
      run(
        tenant.db,
        "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ? WHERE id = ?",
        bia.actor.id,
        support,
        id,
      );
    const report = await ended(app.api(supervisor), body.runId);
    expect(report).toMatchObject({ state: "done", done: 497, failed: 3, waiting: 0 });
    expect(report.failures).toMatchObject([
      { error: "ERR_NO_TICKET_FOUND", tickets: taken.map((id) => ({ id, name: null })) },
    ]);
    expect((await api.admin.get("/tickets/counts?showAll=true")).body.byQueue[support].pending).toBe(497);
  });

  test("an interrupted bulk run processes each ticket once", async () => {
    const { tenant, api, tickets, mine } = office();
    const ids = tickets(30, mine);
    const { body } = await post(api.ana, { ids }, [{ action: "note", text: "revisado" }]);
    // The transaction of the 11th ticket is lost, as in a kill: neither its note nor its state is stored.
    tenant.db.$client.exec(
      `CREATE TRIGGER lost BEFORE UPDATE ON bulk_item WHEN new.ticket_id = ${ids[10]} BEGIN SELECT RAISE(ABORT, 'lost'); END`,
    );
    await app.app.runJob("bulk_actions");
    const notes = () => all(tenant.db, "SELECT ticket_id AS id FROM ticket_note ORDER BY ticket_id");
    expect(notes()).toHaveLength(10);
    tenant.db.$client.exec("DROP TRIGGER lost");
    expect(await ended(api.ana, body.runId)).toMatchObject({ done: 30, failed: 0 });
    expect(notes()).toEqual(ids.map((id) => ({ id })));
  });

  test("a refused action leaves its ticket unchanged, and a retry of the failed tickets changes them", async () => {
    const { tenant, api, ticket, bia, mine, stored } = office();
    const [one, foreign] = [
      ticket(mine),
      ticket({ contact_id: testContact(tenant, { name: "Otto" }), status: "open", user_id: bia.actor.id }),
    ];
    const report = await finished(api.ana, { ids: [one, foreign] }, [URGENT, { action: "return" }]);
    expect(report).toMatchObject({ done: 1, failed: 1 });
    expect(report.failures).toEqual([
      { error: "ERR_NO_PERMISSION", tickets: [{ id: foreign, name: "Otto" }] },
    ]);
    expect(stored(foreign)).toMatchObject({ status: "open", priority: 2 });
    run(tenant.db, "UPDATE ticket SET user_id = ? WHERE id = ?", mine.user_id, foreign);
    expect((await api.ana.post(`/tickets/bulk/${report.id}/retry`)).status).toBe(200);
    expect(await ended(api.ana, report.id)).toMatchObject({ done: 2, failed: 0, failures: [] });
  });

  test("a repeated request returns the same bulk run, and a second run of a user is rejected while one is in progress", async () => {
    const { api, ticket } = office();
    const ids = [ticket()];
    const first = await post(api.ana, { ids }, [URGENT], { requestId: "the same one" });
    const again = await post(api.ana, { ids }, [URGENT], { requestId: "the same one" });
    expect(again.body).toEqual(first.body);
    expect((await post(api.ana, { ids }, [URGENT])).body.error).toBe("ERR_BULK_RUNNING");
    expect((await post(api.bia, { ids }, [URGENT])).status).toBe(200);
    expect((await api.bia.get(`/tickets/bulk/${first.body.runId}`)).status).toBe(404);
    expect((await api.ana.post(`/tickets/bulk/${first.body.runId}/cancel`)).body).toMatchObject({
      state: "cancelled",
      waiting: 1,
    });
    expect((await post(api.ana, { ids }, [URGENT])).status).toBe(200);
  });

  test("attendants select at most 200 tickets, and a list with exceptions selects the others", async () => {
    const { api, tickets } = office();
    const ids = tickets(201);
    const refused = await post(api.ana, { query: { status: "pending" } }, [URGENT]);
    expect(refused).toMatchObject({ status: 409, body: { error: "ERR_LIMIT_REACHED" } });
    expect(refused.body.details).toEqual({ resource: "bulk", limit: 200 });
    const except = ids.slice(0, 5);
    const { body } = await post(api.ana, { query: { status: "pending" }, except }, [URGENT]);
    expect(body.total).toBe(196);
    expect((await ended(api.ana, body.runId)).done).toBe(196);
  });

  test("a bulk run with an action after a transfer, return or resolve is rejected", async () => {
    const { api, ticket } = office();
    const ids = [ticket()];
    for (const actions of [
      [{ action: "return" }, URGENT],
      [{ action: "resolve" }],
      [{ action: "reply", text: "oi" }],
      [],
    ])
      expect((await post(api.ana, { ids }, actions)).body.error).toBe("ERR_VALIDATION");
  });
});

describe("farewells of a bulk resolve", () => {
  test("farewells of a bulk resolve on one number are 2 seconds apart and wait 15 seconds", async () => {
    const { api, tickets, mine, stored } = office();
    const ids = tickets(3, mine);
    const start = app.clock.now();
    await finished(api.ana, { ids }, [{ action: "resolve", farewell: true }]);
    expect(ids.map((id) => Number(stored(id)?.["close_settles_at"]) - start)).toEqual([
      15_000, 17_000, 19_000,
    ]);
  });

  test("a bulk resolve with more than 200 farewells on one number is rejected", async () => {
    const { api, tickets, mine } = office();
    const ids = tickets(201, mine);
    const refused = await post(api.admin, { ids }, [{ action: "resolve", farewell: true }]);
    expect(refused).toMatchObject({ status: 400, body: { error: "ERR_BULK_TOO_MANY_TEXTS" } });
    const silent = await finished(api.admin, { ids }, [{ action: "resolve", farewell: false }]);
    expect(silent.done).toBe(201);
  });
});

describe("undo of a bulk run", () => {
  test("an undo of a bulk run leaves a ticket that another user has accepted since, and reports it", async () => {
    const { tenant, api, tickets, mine, stored, bia, ana } = office();
    const [one = 0, taken = 0] = tickets(2, mine);
    const report = await finished(api.ana, { ids: [one, taken] }, [{ action: "return" }]);
    expect(report.done).toBe(2);
    await api.bia.put(`/tickets/${taken}`, { status: "open", userId: bia.actor.id });
    const undone = await undo(api.ana, report);
    expect(undone).toMatchObject({ state: "undone", undone: 1, kept: 1 });
    expect(undone.failures).toMatchObject([{ error: "ERR_TICKET_CHANGED", tickets: [{ id: taken }] }]);
    const told = all<{ details: string }>(
      tenant.db,
      "SELECT details FROM notification WHERE kind = 'bulk_done' ORDER BY id",
    );
    expect(told.map(({ details }) => JSON.parse(details))).toMatchObject([
      { undone: false, done: 2, failed: 0 },
      { undone: true, done: 1, failed: 1 },
    ]);
    expect(stored(one)).toMatchObject({ status: "open", user_id: ana.actor.id });
    expect(stored(taken)).toMatchObject({ status: "open", user_id: bia.actor.id });
  });

  test("an undo of a bulk run restores tags, priority, queue, attendant, snooze and status, and keeps notes", async () => {
    const { tenant, api, tickets, mine, stored, support, sales, ana } = office();
    const tag = run(
      tenant.db,
      "INSERT INTO tag (name, color, created_at, updated_at) VALUES ('VIP', '#112233', 0, 0)",
    ).id;
    const before = { status: "open", user_id: ana.actor.id, queue_id: sales, priority: 2 };
    for (const last of [
      { action: "transfer", queueId: support },
      { action: "snooze", mode: "time", minutes: 60 },
      { action: "snooze", mode: "time", opening: "tomorrow" },
      { action: "resolve", farewell: true },
      { action: "return" },
    ]) {
      const [id = 0] = tickets(1, mine);
      const actions = [URGENT, { action: "tag_add", tagIds: [tag] }, { action: "note", text: "lote" }, last];
      const report = await finished(api.ana, { ids: [id] }, actions);
      expect(report.done).toBe(1);
      const settled = last.action === "resolve" && app.clock.advance(MINUTE_MS);
      if (settled !== false) await app.app.runJob("close_settle");
      expect(await undo(api.ana, report)).toMatchObject({ undone: 1, kept: 0 });
      expect(stored(id)).toMatchObject(before);
      const rest =
        "SELECT (SELECT count(*) FROM ticket_tag WHERE ticket_id = t.id) AS tags, snooze_mode AS snooze FROM ticket t WHERE id = ?";
      expect(row(tenant.db, rest, id)).toEqual({ tags: 0, snooze: null });
    }
    expect(all(tenant.db, "SELECT id FROM ticket_note")).toHaveLength(5);
  });

  test("an undo restores a field unless it was changed since, and deletes the stored old value", async () => {
    const { tenant, api, tickets, mine } = office();
    await api.admin.post("/fields", { of: "ticket", key: "etapa", label: "Etapa", kind: "text" });
    const ids = tickets(2, mine);
    const [kept = 0, changed = 0] = ids;
    for (const id of ids) await api.ana.put(`/tickets/${id}/fields`, { values: { etapa: "Proposta" } });
    const set = [{ action: "field_set", key: "etapa", value: "Contrato" }];
    const report = await finished(api.ana, { ids }, set);
    expect(report.done).toBe(2);
    await api.ana.put(`/tickets/${changed}/fields`, { values: { etapa: "Pago" } });
    expect(await undo(api.ana, report)).toMatchObject({ undone: 2 });
    const etapa = async (id: number) => (await api.ana.get(`/tickets/${id}`)).body.fields.etapa;
    expect([await etapa(kept), await etapa(changed)]).toEqual(["Proposta", "Pago"]);
    await finished(api.ana, { ids: [kept] }, set);
    const words = () => JSON.stringify(all(tenant.db, "SELECT before FROM bulk_item"));
    expect(words()).toContain("Proposta");
    app.clock.advance(10 * MINUTE_MS);
    await app.app.runJob("bulk_actions");
    expect(words()).not.toContain("Proposta");
  });

  test("a run starts a follow-up where the customer owes an answer, and its undo stops it", async () => {
    const { tenant, api, tickets, mine } = office();
    const { body } = await api.admin.post("/follow-ups", { ...TWO_STEPS, shared: true });
    const asked = { ...mine, last_customer_message_at: app.clock.now() };
    const [owing = 0] = tickets(1, { ...asked, last_message_from_me: 1 });
    const [wrote = 0] = tickets(1, { ...asked, last_message_from_me: 0 });
    const report = await finished(api.ana, { ids: [owing, wrote] }, [
      { action: "follow_up", followUpId: body.id },
    ]);
    expect(report).toMatchObject({ done: 1, failed: 1 });
    expect(report.failures).toMatchObject([{ error: "ERR_TICKET_CHANGED", tickets: [{ id: wrote }] }]);
    const runs = () => all(tenant.db, "SELECT ticket_id AS id, end_reason AS reason FROM follow_up_run");
    expect(runs()).toEqual([{ id: owing, reason: null }]);
    expect(await undo(api.ana, report)).toMatchObject({ undone: 1, kept: 0 });
    expect(runs()).toEqual([{ id: owing, reason: "stopped" }]);
  });

  test("an undo is refused 10 minutes after the run ended, and the person is notified of the end", async () => {
    const { tenant, api, ticket } = office();
    const report = await finished(api.ana, { ids: [ticket()] }, [URGENT]);
    expect(row(tenant.db, "SELECT kind, subject_id AS id FROM notification")).toEqual({
      kind: "bulk_done",
      id: report.id,
    });
    app.clock.advance(10 * MINUTE_MS);
    expect((await api.ana.post(`/tickets/bulk/${report.id}/undo`)).body.error).toBe("ERR_UNDO_TOO_LATE");
  });
});

describe("events of bulk actions", () => {
  test("only the user of a bulk run gets the broadcasts of its progress", async () => {
    const { api, ana, bia, ticket } = office();
    const [own, other] = [await app.socket(ana), await app.socket(bia)];
    await finished(api.ana, { ids: [ticket()] }, [URGENT]);
    expect(await own.event("bulk", "update")).toMatchObject({ run: { total: 1 } });
    await app.settled(bia, other);
    expect(other.events("bulk")).toEqual([]);
  });
});

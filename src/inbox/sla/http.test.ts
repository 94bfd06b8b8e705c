import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { all, run } from "#platform/db/database.ts";
import { randomFrom } from "#platform/db/ship/testing/random.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

interface Row {
  readonly day: string;
  readonly policy: { readonly id: number; readonly name: string };
  readonly queue: Row["policy"];
  readonly user: Row["policy"];
  readonly met: number;
  readonly missed: number;
  readonly sumMs: number;
}

const policy = (name: string, more: object = {}) => ({ name, hours: "clock", firstMinutes: 60, ...more });

function office() {
  const tenant = app.company();
  const [sales, support] = [testQueue(tenant, "Vendas"), testQueue(tenant, "Suporte")];
  const connectionId = testConnection(tenant, { queueIds: [sales, support] });
  const admin = testUser(tenant, { profile: "admin" });
  const ana = testUser(tenant, { queueIds: [sales] });
  const supervisor = testUser(tenant, { profile: "supervisor", queueIds: [sales] });
  let made = 0;
  /** An outcome of the policy on a day. */
  const outcome = (policyId: number, queueId: number, day: string, isMissed: boolean, takenMs = 60_000) => {
    made += 1;
    const ticketId = run(
      tenant.db,
      `INSERT INTO ticket (uuid, protocol, status, contact_id, connection_id, queue_id, created_at, updated_at)
       VALUES (?, ?, 'closed', ?, ?, ?, 1, 1)`,
      ...[crypto.randomUUID(), `P${made}`, testContact(tenant), connectionId, queueId],
    ).id;
    const periodId = run(
      tenant.db,
      "INSERT INTO ticket_period (ticket_id, connection_id, created_at, finished_at) VALUES (?, ?, 1, 2)",
      ticketId,
      connectionId,
    ).id;
    run(
      tenant.db,
      `INSERT INTO sla_clock (period_id, ticket_id, policy_id, target, waited_since, started_at, target_ms, remaining_ms,
         counted_from, due_at, met_at, missed_at, day, queue_id, user_id, taken_ms)
       VALUES (?, ?, ?, 'first', 1, 1, 1, 1, 1, 2, 3, ?, ?, ?, ?, ?)`,
      ...[periodId, ticketId, policyId, isMissed ? 2 : null, day, queueId, ana.actor.id, takenMs],
    );
    return ticketId;
  };
  return { tenant, sales, support, admin, ana, supervisor, outcome };
}

describe("SLA policies over HTTP", () => {
  test("only admins change SLA policies, others get 403; each change leaves an audit entry", async () => {
    const { admin, ana } = office();
    expect((await app.api(ana).post("/sla-policies", policy("Vendas"))).status).toBe(403);
    const created = await app.api(admin).post("/sla-policies", policy("Vendas"));
    expect(created).toMatchObject({
      status: 200,
      body: { name: "Vendas", firstMinutes: 60, conditions: { all: [] } },
    });
    const { id } = created.body as { id: number };
    expect((await app.api(admin).put(`/sla-policies/${id}`, { nextMinutes: 30 })).body).toMatchObject({
      firstMinutes: 60,
      nextMinutes: 30,
    });
    expect((await app.api(admin).delete(`/sla-policies/${id}`)).status).toBe(200);
    expect((await app.api(admin).get("/sla-policies")).body).toEqual({ policies: [] });
    const { records } = (await app.api(admin).get("/audit")).body as {
      records: { kind: string; verb: string }[];
    };
    const verbs = records.filter(({ kind }) => kind === "sla").map(({ verb }) => verb);
    expect(verbs).toEqual(["removed", "changed", "created"]);
  });

  test("a policy with a used name, without a time or with conditions on events is rejected, and so is the 21st policy", async () => {
    const { admin } = office();
    const api = app.api(admin);
    const post = async (body: object) => {
      const { status, body: answer } = await api.post("/sla-policies", body);
      return [status, (answer as { error?: string }).error];
    };
    expect(await post(policy("Vendas"))).toEqual([200, undefined]);
    expect(await post(policy("vendas"))).toEqual([409, "ERR_NAME_IN_USE"]);
    expect(await post(policy("Nada", { firstMinutes: null }))).toEqual([400, "ERR_VALIDATION"]);
    const conditions = { all: [{ field: "message.text", op: "contains", value: "oi" }] };
    expect(await post(policy("Texto", { conditions }))).toEqual([400, "ERR_VALIDATION"]);
    for (let index = 2; index <= 20; index += 1) await post(policy(`Política ${index}`));
    expect(await post(policy("Demais"))).toEqual([409, "ERR_LIMIT_REACHED"]);
  });

  test("a test of a policy returns the due time, or 400 for hours that never open", async () => {
    const { admin, sales, tenant } = office();
    const api = app.api(admin);
    const body = { start: "2026-11-24T17:30", minutes: 60, hours: "clock" };
    expect((await api.post("/sla-policies/test", body)).body).toEqual({ dueAt: "2026-11-24T21:30:00.000Z" });
    const never = [{ weekday: "", weekdayEn: "monday", startTime: "00:00", endTime: "00:00" }];
    run(tenant.db, "UPDATE queue SET schedules = ? WHERE id = ?", JSON.stringify(never), sales);
    const closed = await api.post("/sla-policies/test", { ...body, hours: "queue", queueId: sales });
    expect(closed).toMatchObject({ status: 400, body: { error: "ERR_VALIDATION" } });
  });

  test("a tag that a policy names cannot be deleted", async () => {
    const { admin, tenant } = office();
    const tagId = run(
      tenant.db,
      "INSERT INTO tag (name, color, created_at, updated_at) VALUES ('VIP', '#ff0000', 1, 1)",
    ).id;
    const conditions = { all: [{ field: "tags", op: "any_of", value: [tagId] }] };
    await app.api(admin).post("/sla-policies", policy("VIP", { conditions }));
    expect(await app.api(admin).delete(`/tags/${tagId}`)).toMatchObject({
      status: 409,
      body: { error: "ERR_IN_USE", details: { by: [{ kind: "sla_policy", name: "VIP" }] } },
    });
  });
});

describe("the SLA report", () => {
  test("the sums of the SLA report equal the listed clocks for every filter, also after a ticket was deleted", async () => {
    const { admin, sales, support, outcome, tenant } = office();
    const api = app.api(admin);
    const { id } = (await api.post("/sla-policies", policy("Vendas"))).body as { id: number };
    const gone = outcome(id, sales, "2026-11-02", true);
    for (const [queue, day, isMissed] of [
      [sales, "2026-11-01", false],
      [sales, "2026-11-02", true],
      [sales, "2026-11-02", false],
      [support, "2026-11-02", true],
    ] as const)
      outcome(id, queue, day, isMissed);
    run(tenant.db, "DELETE FROM ticket WHERE id = ?", gone);
    const span = "date_from=2026-11-01&date_to=2026-11-30";
    const { rows } = (await api.get(`/sla/report?${span}`)).body as {
      rows: {
        day: string;
        queue: { id: number };
        user: { id: number };
        met: number;
        missed: number;
        sumMs: number;
      }[];
    };
    expect(rows.map(({ day, queue, met, missed, sumMs }) => [day, queue.id, met, missed, sumMs])).toEqual([
      ["2026-11-01", sales, 1, 0, 60_000],
      ["2026-11-02", sales, 1, 1, 60_000],
      ["2026-11-02", support, 0, 1, 0],
    ]);
    for (const { day, queue, user, met, missed } of rows) {
      const of = `date_from=${day}&date_to=${day}&queueId=${queue.id}&userId=${user.id}&policyId=${id}&target=first`;
      const count = async (outcome: string) =>
        ((await api.get(`/sla/report/clocks?${of}&outcome=${outcome}`)).body as { clocks: unknown[] }).clocks
          .length;
      expect([await count("met"), await count("missed")]).toEqual([met, missed]);
    }
  });

  test("the SLA report equals sums over the clocks, with the names of policies, queues and people, also deleted ones", async () => {
    const { admin, ana, sales, support, outcome, tenant } = office();
    const api = app.api(admin);
    const made = async (name: string) =>
      ((await api.post("/sla-policies", policy(name))).body as { id: number }).id;
    const policies = [await made("Vendas"), await made("Antiga")];
    const random = randomFrom(7);
    for (let n = 0; n < 150; n += 1) {
      const day = `2026-11-${String(1 + random(5)).padStart(2, "0")}`;
      outcome(policies[random(2)] ?? 0, random(2) ? sales : support, day, random(3) === 0, random(90) * 1000);
    }
    run(tenant.db, "UPDATE sla_clock SET day = NULL WHERE id % 7 = 0");
    await api.delete(`/sla-policies/${policies[1]}`);
    const counted = all(
      tenant.db,
      `SELECT k.day, json_object('id', p.id, 'name', p.name) AS policy, json_object('id', q.id, 'name', q.name) AS queue,
        json_object('id', u.id, 'name', u.name) AS user, k.target, sum(k.missed_at IS NULL) AS met, sum(k.missed_at IS NOT NULL) AS missed,
        sum(iif(k.missed_at IS NULL, k.taken_ms, 0)) AS sumMs
       FROM sla_clock k JOIN sla_policy p ON p.id = k.policy_id JOIN queue q ON q.id = k.queue_id JOIN user u ON u.id = k.user_id
       WHERE k.day BETWEEN '2026-11-02' AND '2026-11-04' GROUP BY k.day, p.id, q.id, u.id ORDER BY k.day, p.id, q.id`,
    ).map((row) => ({
      ...(row as object),
      ...Object.fromEntries(
        ["policy", "queue", "user"].map((name) => [
          name,
          JSON.parse((row as Record<string, string>)[name] ?? ""),
        ]),
      ),
    }));
    expect(counted.length).toBeGreaterThan(8);
    expect((await api.get("/sla/report?date_from=2026-11-02&date_to=2026-11-04")).body).toEqual({
      rows: counted,
      nextDay: null,
    });
    for (const by of ["policy", "queue", "user", "day"] as const) {
      const sums: Record<string, object> = {};
      for (const row of counted as Row[]) {
        const key = by === "day" ? row.day : String(row[by].id);
        const before = (sums[key] ?? { met: 0, missed: 0, sumMs: 0 }) as Pick<
          Row,
          "met" | "missed" | "sumMs"
        >;
        sums[key] = {
          ...{ key, name: by === "day" ? row.day : row[by].name, target: "first" },
          ...{
            met: before.met + row.met,
            missed: before.missed + row.missed,
            sumMs: before.sumMs + row.sumMs,
          },
        };
      }
      const answer = await api.get(`/sla/report/sums?date_from=2026-11-02&date_to=2026-11-04&by=${by}`);
      expect(answer.body).toEqual({ figures: Object.values(sums) });
    }
    expect(counted[0]).toMatchObject({ user: { id: ana.actor.id, name: "Ana" } });
  });

  test("an answer of the SLA report ends with the day of its 2,000th row and names the day that follows", async () => {
    const { admin, tenant } = office();
    for (const [day, rows] of [
      ["2026-11-02", 1500],
      ["2026-11-03", 499],
      ["2026-11-04", 1],
      ["2026-11-07", 2100],
      ["2026-11-08", 3],
    ] as const)
      run(
        tenant.db,
        `WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ?)
         INSERT INTO sla_daily SELECT ?, 1, 1, id, 'first', 1, 0, 5 FROM n`,
        rows,
        day,
      );
    const days = async (from: string, to: string) => {
      const { body } = await app.api(admin).get(`/sla/report?date_from=${from}&date_to=${to}`);
      const { rows, nextDay } = body as { rows: { day: string }[]; nextDay: string | null };
      return [rows.length, rows.at(-1)?.day, nextDay];
    };
    expect(await days("2026-11-01", "2026-11-30")).toEqual([2000, "2026-11-04", "2026-11-07"]);
    expect(await days("2026-11-07", "2026-11-30")).toEqual([2100, "2026-11-07", "2026-11-08"]);
    expect(await days("2026-11-08", "2026-11-30")).toEqual([3, "2026-11-08", null]);
    expect(await days("2026-11-07", "2026-11-07")).toEqual([2100, "2026-11-07", null]);
    expect(await days("2026-11-02", "2026-11-03")).toEqual([1999, "2026-11-03", null]);
    expect(await days("2026-11-09", "2026-11-30")).toEqual([0, undefined, null]);
  });

  test("supervisors get the SLA report of their own queues, attendants get 403", async () => {
    const { admin, ana, supervisor, sales, support, outcome } = office();
    const { id } = (await app.api(admin).post("/sla-policies", policy("Vendas"))).body as { id: number };
    outcome(id, sales, "2026-11-02", true);
    outcome(id, support, "2026-11-02", true);
    const path = "/sla/report?date_from=2026-11-01&date_to=2026-11-30";
    expect((await app.api(ana).get(path)).status).toBe(403);
    expect(((await app.api(supervisor).get(path)).body as { rows: unknown[] }).rows).toHaveLength(1);
    const sums = path.replace("report?", "report/sums?by=queue&");
    expect((await app.api(ana).get(sums)).status).toBe(403);
    expect((await app.api(supervisor).get(sums)).body).toEqual({
      figures: [{ key: String(sales), name: "Vendas", target: "first", met: 0, missed: 1, sumMs: 0 }],
    });
    expect(((await app.api(admin).get(path)).body as { rows: unknown[] }).rows).toHaveLength(2);
    expect((await app.api(admin).get("/sla/report?date_from=2026-13-01&date_to=2026-11-30")).status).toBe(
      400,
    );
  });
});

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { all, run } from "#platform/db/database.ts";
import { type Mail, MailerPort } from "#platform/outbound/mailer.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";
import { coveredDays, nextTime } from "./times.ts";

const ZONE = "America/Sao_Paulo";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const mails: Mail[] = [];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    env: { RATE_LIMITS: "off", SMTP_URL: "smtp://mail.test", PUBLIC_URL: "https://balcao.test" },
    plug: ({ ports }) => ports.plug(MailerPort, { send: async (_, mail) => void mails.push(mail) }),
  });
});
afterAll(() => app.stop());

/** A company with an admin, a supervisor of the second queue, and four attendances of today, one in that queue. */
function office() {
  const tenant = app.company();
  writeSetting(tenant, "timeZone", ZONE);
  const [sales, support] = [testQueue(tenant, "Vendas"), testQueue(tenant, "Suporte")];
  const connectionId = testConnection(tenant, { queueIds: [sales, support] });
  const contactId = testContact(tenant);
  const admin = testUser(tenant, { name: "Dona", profile: "admin" });
  const boss = testUser(tenant, { name: "Sol", profile: "supervisor", queueIds: [support] });
  const at = app.clock.now() - 2 * HOUR;
  for (const queueId of [sales, sales, sales, support]) {
    const ticket = run(
      tenant.db,
      `INSERT INTO ticket (uuid, protocol, status, contact_id, connection_id, queue_id, created_at, updated_at)
        VALUES (?, ?, 'closed', ?, ?, ?, ?, ?)`,
      ...[crypto.randomUUID(), crypto.randomUUID(), contactId, connectionId, queueId, at, at],
    ).id;
    run(
      tenant.db,
      `INSERT INTO ticket_period (ticket_id, queue_id, connection_id, created_at, queued_at, started_at, finished_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[ticket, queueId, connectionId, at, at, at + 5 * 60_000, at + 65 * 60_000],
    );
  }
  const body = { name: "Resumo do dia", period: "daily", at: "07:30", columns: ["protocol", "queue"] };
  return { tenant, admin, boss, api: app.api(admin), body };
}
type Office = ReturnType<typeof office>;
const create = (o: Office, more: object = {}) =>
  o.api.post("/report-schedules", { ...o.body, userIds: [o.admin.actor.id, o.boss.actor.id], ...more });
/** Runs everything that is due now; returns the mails that it sent to people of this company. */
async function sent({ tenant }: Office): Promise<Mail[]> {
  mails.length = 0;
  for (const job of ["report_schedules", "report_files", "mails"]) await app.app.runJob(job);
  const addresses = all<{ email: string }>(tenant.db, "SELECT email FROM user").map(({ email }) => email);
  return mails.filter(({ to }) => addresses.includes(to));
}
const toNext = (at: string) => app.clock.advance(Date.parse(at) - app.clock.now());

describe("the times of a schedule", () => {
  const after = Date.parse("2026-11-20T12:00:00Z");
  test.each([
    ["daily", "08:00", "2026-11-21T11:00:00.000Z", { from: "2026-11-20", to: "2026-11-20" }],
    ["daily", "10:00", "2026-11-20T13:00:00.000Z", { from: "2026-11-19", to: "2026-11-19" }],
    ["weekly", "08:00", "2026-11-23T11:00:00.000Z", { from: "2026-11-16", to: "2026-11-22" }],
    ["monthly", "08:00", "2026-12-01T11:00:00.000Z", { from: "2026-11-01", to: "2026-11-30" }],
  ] as const)("a %s report at %s is sent next at %s and covers %p", (period, at, expected, days) => {
    const next = nextTime({ period, at }, ZONE, after);
    expect(new Date(next).toISOString()).toBe(expected);
    expect(coveredDays(period, ZONE, next)).toEqual(days);
  });
});

describe("a scheduled report", () => {
  test("each recipient gets the figures of their permitted rows and a link, whose file needs a login and is kept for 7 days", async () => {
    const o = office();
    const { status, body } = await create(o);
    expect(status).toBe(200);
    expect(await sent(o)).toEqual([]);
    toNext(body.nextAt);
    const found = await sent(o);
    expect(found.map(({ to }) => to).sort()).toEqual(
      all<{ email: string }>(o.tenant.db, "SELECT email FROM user ORDER BY email").map(({ email }) => email),
    );
    const [first] = found.filter(({ text }) => text.includes("Dona"));
    expect(first?.text).toContain("- Atendimentos: 4\n- Tempo médio de espera: 0 h 05 min");
    expect(first?.text).toContain("https://balcao.test/reports");
    expect(found.find(({ text }) => text.includes("Sol"))?.text).toContain("- Atendimentos: 1\n");
    expect(first).not.toHaveProperty("attachments");
    app.clock.advance(6 * DAY);
    await app.app.runJob("report_files");
    const asBoss = app.api(o.boss);
    const [file] = (await asBoss.get("/reports/files")).body.files;
    expect(file).toMatchObject({ state: "done", scheduleName: "Resumo do dia", done: 1 });
    expect((await asBoss.get(`/reports/files/${file.id}`)).status).toBe(200);
    expect((await app.api(o.admin).get(`/reports/files/${file.id}`)).status).toBe(404);
  });

  test("a recipient who lost the right to read reports gets no more mails", async () => {
    const o = office();
    const { body } = await create(o);
    run(o.tenant.db, "UPDATE user SET profile = 'user' WHERE id = ?", o.boss.actor.id);
    toNext(body.nextAt);
    expect((await sent(o)).map(({ text }) => text.includes("Dona"))).toEqual([true]);
    await app.api(o.admin).delete(`/users/${o.boss.actor.id}`);
    expect((await app.api(o.admin).get("/report-schedules")).body.schedules).toMatchObject([
      { users: [{ name: "Dona" }] },
    ]);
  });

  test("after downtime a scheduled report is sent once if it is at most 24 hours late, else it is skipped", async () => {
    const o = office();
    const { body } = await create(o, { userIds: [o.admin.actor.id] });
    toNext(body.nextAt);
    app.clock.advance(23 * HOUR);
    expect(await sent(o)).toHaveLength(1);
    expect(await sent(o)).toHaveLength(0);
    app.clock.advance(3 * DAY + 2 * HOUR);
    expect(await sent(o)).toHaveLength(0);
  });

  test("a scheduled report is not sent while the company is expired, and continues after the company has paid", async () => {
    const o = office();
    await create(o, { userIds: [o.admin.actor.id] });
    const dueDate = (date: string) => {
      run(app.installation.system, "UPDATE company SET due_date = ? WHERE id = ?", date, o.tenant.id);
      app.installation.tenants.refresh(o.tenant.id);
    };
    dueDate("2020-01-01");
    app.clock.advance(DAY);
    expect(await sent(o)).toEqual([]);
    dueDate("2099-01-01");
    app.clock.advance(DAY);
    expect(await sent(o)).toHaveLength(1);
  });

  test("an inactive schedule sends no report", async () => {
    const o = office();
    const { body } = await create(o, { userIds: [o.admin.actor.id] });
    await o.api.put(`/report-schedules/${body.id}`, { active: false });
    app.clock.advance(DAY);
    expect(await sent(o)).toEqual([]);
  });

  test("a scheduled report can be sent immediately, even while another file of the recipient is in progress", async () => {
    const o = office();
    const { body } = await create(o, { kind: "resolutions", userIds: [o.admin.actor.id] });
    await o.api.post("/reports/files", { kind: "attendances", format: "csv", filter: { days: "7" } });
    expect((await o.api.post(`/report-schedules/${body.id}/now`)).status).toBe(200);
    const [mail] = await sent(o);
    expect(mail?.subject).toStartWith("Resumo do dia: ");
    expect(all(o.tenant.db, "SELECT kind, state FROM report_file ORDER BY id")).toEqual([
      { kind: "attendances", state: "done" },
      { kind: "resolutions", state: "done" },
    ]);
  });
});

describe("rights and limits", () => {
  test("only admins change schedules, each change is in the audit trail, and recipients must have the right to read reports", async () => {
    const o = office();
    expect((await app.api(o.boss).get("/report-schedules")).status).toBe(403);
    const clerk = testUser(o.tenant);
    expect((await create(o, { userIds: [clerk.actor.id] })).body).toMatchObject({
      error: "ERR_VALIDATION",
      details: { fields: { userIds: "invalid" } },
    });
    const { body } = await create(o);
    await o.api.put(`/report-schedules/${body.id}`, { name: "Resumo", at: "09:00" });
    await o.api.post(`/report-schedules/${body.id}/now`);
    expect((await o.api.delete(`/report-schedules/${body.id}`)).status).toBe(200);
    expect(
      all<{ action: string }>(
        o.tenant.db,
        "SELECT action FROM audit_log WHERE kind = 'report-schedule' ORDER BY id",
      ),
    ).toEqual(["created", "changed", "sent", "removed"].map((action) => ({ action })));
    expect((await o.api.put(`/report-schedules/${body.id}`, { name: "Resumo" })).status).toBe(404);
  });

  test("a company has at most 20 schedules, each with at most 10 recipients", async () => {
    const o = office();
    for (let n = 0; n < 20; n += 1) await create(o, { name: `Resumo ${n}` });
    expect((await create(o)).body).toMatchObject({ error: "ERR_LIMIT_REACHED", details: { limit: 20 } });
    expect((await create(o, { userIds: Array.from({ length: 11 }, (_, n) => n + 1) })).status).toBe(400);
  });

  test("a schedule is rejected when no mail server is configured", async () => {
    const bare = await startTestApp({ env: { RATE_LIMITS: "off" } });
    try {
      const admin = testUser(bare.company(), { profile: "admin" });
      const answer = await bare.api(admin).post("/report-schedules", {
        ...{ name: "Resumo", period: "weekly", at: "08:00", userIds: [admin.actor.id] },
      });
      expect(answer.body.error).toBe("ERR_MAIL_NOT_CONFIGURED");
    } finally {
      await bare.stop();
    }
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { superUser } from "#accounts/billing/testing.ts";
import { holdCompany } from "#accounts/companies/index.ts";
import { writeSetting } from "#accounts/settings/index.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testUser } from "#test/helpers/installation.ts";
import { settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";

// A company whose files were restored to an earlier moment, until an admin resumes it (docs/rules/cluster.md#hold).
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const t = talk({ TRUSTED_PROXIES: "127.0.0.1" });
beforeAll(() => t.start());
afterAll(() => t.stop());
let token: string;
let boss: UserCtx;
beforeEach(async () => {
  t.meet();
  boss = testUser(t.tenant, { name: "Chefe", profile: "admin" });
  token = `segredo-${crypto.randomUUID()}`;
  await t.asAdmin.put(`/whatsapp/${t.connectionId}`, { name: "Loja", token });
  run(
    t.tenant.db,
    "UPDATE connection SET greeting_message = 'Olá', completion_message = 'Até logo', rating_message = 'Nota?'",
  );
  writeSetting(t.tenant, "sendGreetingAccepted", "enabled");
});

const hold = () => holdCompany(t.app.installation, t.tenant.id);
/** Tokens end while the clock advances. */
const asBoss = () => t.app.api(boss);
const resume = async () => expect((await asBoss().post(`/companies/${t.tenant.id}/resume`)).status).toBe(200);
const written = () =>
  all<{ body: string }>(t.tenant.db, "SELECT body FROM message WHERE from_me = 1 ORDER BY id").map(
    ({ body }) => body.replace(/^\*Ana:\*\n/, ""),
  );
const ticket = () =>
  one<{ status: string }>(t.tenant.db, "SELECT status FROM ticket WHERE id = ?", t.ticketId)?.status;
const openWindows = () =>
  one<{ n: number }>(t.tenant.db, "SELECT count(*) AS n FROM ticket_period WHERE rating_ended_at IS NULL")?.n;
const closeByHand = async () => {
  await asBoss().put(`/tickets/${t.ticketId}`, { status: "closed" });
  t.app.clock.advance(5000);
  await t.app.app.runJob("close_settle");
};
const pass = async (ms: number, ...jobs: readonly string[]) => {
  t.app.clock.advance(ms);
  for (const job of jobs) await t.app.app.runJob(job);
  await settle();
};
const toApi = (body: string) =>
  fetch(`${t.app.url}/api/messages/send`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ number: "5511988887777", body }),
  });

describe("company on hold after a restore", () => {
  test("customers get no automatic text: no greeting, no bot, no farewell, no rating request", async () => {
    writeSetting(t.tenant, "userRating", "enabled");
    hold();
    run(t.tenant.db, "UPDATE ticket SET status = 'pending', user_id = NULL, queue_id = NULL");
    t.receive(wrote(t.customer, "Bom dia", t.app.clock.now()));
    const accepted = await asBoss().put(`/tickets/${t.ticketId}`, {
      status: "open",
      userId: boss.actor.id,
      queueId: t.queueId,
    });
    expect(accepted).toMatchObject({ status: 200 });
    await closeByHand();
    await pass(2 * HOUR, "rating_window", "close_settle");
    expect([written(), ticket()]).toEqual([[], "closed"]);
    expect(t.texts()).toContain("Bom dia");
  });

  test("the same company without a hold greets and says goodbye", async () => {
    run(t.tenant.db, "UPDATE ticket SET status = 'pending', user_id = NULL");
    await t.asAna.put(`/tickets/${t.ticketId}`, {
      status: "open",
      userId: t.ana.actor.id,
      queueId: t.queueId,
    });
    await closeByHand();
    expect(written()).toEqual([expect.stringContaining("Aqui é Ana"), "Até logo"]);
  });

  test("attendants and the API still send", async () => {
    hold();
    await t.post({ body: "Escrevo eu" });
    const answer = await toApi("do sistema");
    await settle();
    expect([answer.status, t.provider.sent.length]).toEqual([200, 2]);
    expect(written()).toEqual(["Escrevo eu", "do sistema"]);
  });

  test("a scheduled message that falls due is sent after an admin resumes the company", async () => {
    const contactId = one<{ id: number }>(t.tenant.db, "SELECT contact_id AS id FROM ticket")?.id;
    const sendAt = new Date(t.app.clock.now() + 10 * MINUTE).toISOString();
    await t.asAna.post("/schedules", { body: "Bom dia, tudo bem?", contactId, sendAt });
    hold();
    await pass(11 * MINUTE, "schedules", "outbox");
    expect(t.provider.sent).toEqual([]);
    await resume();
    await pass(1000, "schedules", "outbox");
    expect(t.provider.sent).toHaveLength(1);
  });

  test("the idle time of a ticket begins when the company is resumed", async () => {
    run(
      t.tenant.db,
      "UPDATE connection SET expires_ticket_minutes = 30, expires_inactive_message = 'Encerrado'",
    );
    await t.post({ body: "Posso ajudar?" });
    hold();
    await pass(3 * HOUR, "inactivity_close");
    await resume();
    await pass(29 * MINUTE, "inactivity_close");
    expect([ticket(), written()]).toEqual(["open", ["Posso ajudar?"]]);
    await pass(2 * MINUTE, "inactivity_close");
    expect([ticket(), written()]).toEqual(["closed", ["Posso ajudar?", "Encerrado"]]);
  });

  test("a rating window that was open at the restore ends without a text", async () => {
    const asked = () => {
      run(t.tenant.db, "UPDATE ticket_period SET rating_at = ?, rating_ended_at = NULL", t.app.clock.now());
      t.tenant.write((unit) => unit.scheduleWake("rating_window", unit.now));
    };
    run(t.tenant.db, "UPDATE ticket SET status = 'closed'");
    asked();
    hold();
    await pass(MINUTE);
    await resume();
    await pass(HOUR, "rating_window");
    expect([written(), openWindows()]).toEqual([[], 0]);
    asked();
    await pass(HOUR, "rating_window");
    expect([written(), openWindows()]).toEqual([["Até logo"], 0]);
  });

  test("a message from before the restore is stored and not answered, also after the company is resumed", async () => {
    const at = t.app.clock.now();
    run(t.tenant.db, "UPDATE ticket SET status = 'pending', user_id = NULL, queue_id = NULL");
    await pass(MINUTE);
    hold();
    await pass(MINUTE);
    await resume();
    t.receive(wrote(t.customer, "Escrevi antes", at));
    await settle();
    expect([written(), t.texts().includes("Escrevi antes")]).toEqual([[], true]);
  });

  test("only admins resume their company, and only super users another one or all", async () => {
    hold();
    const other = t.app.company();
    holdCompany(t.app.installation, other.id);
    expect((await t.asAna.post(`/companies/${t.tenant.id}/resume`)).status).toBe(403);
    expect((await t.asAdmin.post(`/companies/${other.id}/resume`)).status).toBe(404);
    expect((await t.asAdmin.post("/companies/resume")).status).toBe(403);
    expect((await t.asAdmin.get("/companies/held")).status).toBe(403);
    expect([...t.app.installation.tenants.held()]).toEqual(expect.arrayContaining([t.tenant.id, other.id]));
    await resume();
    expect(t.app.installation.tenants.held().has(t.tenant.id)).toBe(false);
    const root = t.app.api(superUser(t.app));
    const company = async () => (await root.get("/auth/me")).body.company;
    const before = (await company()).heldCompanies;
    expect(before).toBe(t.app.installation.tenants.held().size);
    expect((await root.post("/companies/resume")).body).toEqual({ resumed: before });
    expect([(await company()).heldCompanies, t.app.installation.tenants.held().size]).toEqual([0, 0]);
  });

  test("the session of an admin has the time of the restore, that of an attendant has not", async () => {
    hold();
    const heldSince = async (user: UserCtx) => (await t.app.api(user).get("/auth/me")).body.company.heldSince;
    expect(await heldSince(boss)).toBe(new Date(t.app.clock.now()).toISOString());
    expect(await heldSince(t.ana)).toBeNull();
    await resume();
    expect(await heldSince(boss)).toBeNull();
  });
});

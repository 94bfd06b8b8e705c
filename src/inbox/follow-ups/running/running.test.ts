import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { chase, DAY, HOUR, MINUTE, TWO_STEPS } from "#inbox/follow-ups/testing.ts";
import { storeEvents } from "#inbox/messages/inbox/store.ts";
import { processSlice } from "#inbox/messages/inbox/worker.ts";
import { cancelQueued } from "#inbox/messages/index.ts";
import { phone, wrote } from "#inbox/messages/testing.ts";
import { setOptedOut } from "#people/contacts/index.ts";
import { all, run } from "#platform/db/database.ts";
import { testContact } from "#test/helpers/installation.ts";
import { markRestoredFollowUps } from "./hold-restored.ts";
import { runDueStep } from "./step.ts";

const c = chase();
beforeAll(() => c.start());
afterAll(() => c.stop());
// Deletes the runs of a test, so that they do not send in the next test.
afterEach(() => void run(c.tenant.db, "DELETE FROM follow_up_run"));
beforeEach(async () => {
  c.meet();
  await c.post({ body: "Segue o orçamento" });
  await c.pass(0);
  c.provider.sent.length = 0;
});

const runId = () => c.row<{ id: number }>("SELECT max(id) AS id FROM follow_up_run")?.id ?? 0;
const customerWrites = (text = "Vi sim") => c.receive(wrote(c.customer, text, c.app.clock.now()));
const ended = (reason: string) => expect(c.run()).toMatchObject({ state: "ended", reason, nextAt: null });
const trail = () =>
  all<{ kind: string; facts: string }>(
    c.tenant.db,
    "SELECT kind, to_state AS facts FROM ticket_event WHERE kind LIKE 'follow_up%' ORDER BY id",
  ).map(({ kind, facts }) => [kind, JSON.parse(facts)]);
const notices = () =>
  all<{ kind: string; details: string }>(
    c.tenant.db,
    "SELECT kind, details FROM notification WHERE user_id = ? ORDER BY id",
    c.ana.actor.id,
  ).map(({ kind, details }) => [kind, JSON.parse(details).reason]);

describe("the steps of a follow-up", () => {
  test("each step is sent after its wait, and after the last wait the run ends and the attendant is notified", async () => {
    const { status, body } = await c.begins();
    expect([status, body.followUp]).toMatchObject([200, { name: "Orçamento", step: 1, of: 2, end: "none" }]);
    await c.pass(HOUR - 1000);
    expect(c.sent()).toEqual([]);
    await c.pass(1000);
    expect(c.sent()).toEqual(["Conseguiu ver o orçamento, Maria?"]);
    expect((await c.ticket()).followUp).toMatchObject({
      step: 2,
      nextAt: new Date(c.app.clock.now() + DAY).toISOString(),
    });
    await c.pass(DAY);
    expect(c.sent()).toEqual(["Conseguiu ver o orçamento, Maria?", "Posso ajudar em algo?"]);
    expect((await c.ticket()).followUp).toMatchObject({ step: 3, of: 2 });
    await c.pass(DAY);
    ended("finished");
    expect((await c.ticket()).followUp).toBeNull();
    expect(trail()).toEqual([
      ["follow_up_started", { name: "Orçamento" }],
      ["follow_up_ended", { name: "Orçamento", reason: "finished" }],
    ]);
    expect(notices()).toEqual([["follow_up_ended", "finished"]]);
  });

  test("a step does not count as a person's reply: waiting time and position of the ticket are unchanged", async () => {
    await c.begins();
    run(c.tenant.db, "UPDATE ticket SET waiting_since = 5, updated_at = 6");
    await c.pass(HOUR);
    expect(c.row("SELECT origin, user_id AS userId FROM message ORDER BY id DESC")).toEqual({
      origin: "followup",
      userId: null,
    });
    expect(c.row("SELECT waiting_since AS since, updated_at AS at FROM ticket")).toEqual({ since: 5, at: 6 });
  });

  test("the wait of the next step begins when the network has accepted the previous step", async () => {
    await c.begins();
    c.app.clock.advance(HOUR);
    await c.work();
    expect((await c.ticket()).followUp).toMatchObject({ step: 2, nextAt: null });
    await c.pass(30_000);
    expect(c.run()?.nextAt).toBe(c.app.clock.now() + DAY);
  });

  test("changing a follow-up does not change its runs, and deleting it does not end them", async () => {
    const { id } = await c.create();
    await c.anaNow().post(`/tickets/${c.ticketId}/follow-up`, { followUpId: id });
    await c.anaNow().put(`/follow-ups/${id}`, { steps: [{ waitMinutes: 30, text: "Outro texto" }] });
    expect((await c.anaNow().delete(`/follow-ups/${id}`)).status).toBe(200);
    await c.pass(HOUR);
    expect(c.sent()).toEqual(["Conseguiu ver o orçamento, Maria?"]);
  });

  test("the end of a run resolves the ticket, with or without a farewell, or returns it to its queue", async () => {
    run(c.tenant.db, "UPDATE connection SET completion_message = 'Até logo'");
    const steps = [{ waitMinutes: 60, text: "Tudo certo?" }];
    const status = async () => (await c.ticket()).status;
    await c.begins({ steps, ending: { action: "return", waitMinutes: 30 } });
    await c.pass(HOUR);
    await c.pass(30 * MINUTE);
    expect([await status(), c.run()?.reason]).toEqual(["pending", "finished"]);
    const again = async (action: string) => {
      c.meet();
      await c.post({ body: "Segue o orçamento" });
      await c.pass(0);
      run(c.tenant.db, "UPDATE connection SET expires_inactive_message = 'Até logo'");
      c.provider.sent.length = 0;
      await c.begins({ steps, ending: { action, waitMinutes: 30 } });
      await c.pass(HOUR);
      await c.pass(30 * MINUTE);
      await c.work();
      return [await status(), c.run()?.reason, c.sent()];
    };
    expect(await again("resolve_silent")).toEqual(["closed", "finished", ["Tudo certo?"]]);
    expect(await again("resolve")).toEqual(["closed", "finished", ["Tudo certo?", "Até logo"]]);
  });
});

describe("the end of a run", () => {
  test("the first message of the customer ends the run, and no further step is sent", async () => {
    await c.begins();
    customerWrites();
    ended("customer_wrote");
    await c.pass(2 * DAY);
    expect(c.sent()).toEqual([]);
    expect(notices()).toEqual([]);
  });

  test("a stored message of the customer that is not processed yet stops the step of the same second", async () => {
    await c.begins();
    c.app.clock.advance(HOUR);
    storeEvents(c.tenant, c.connectionId, [wrote(c.customer, "Vi sim", c.app.clock.now())]);
    expect(c.tenant.write((unit) => runDueStep(unit, runId()))).toBe("waits");
    expect(c.sent()).toEqual([]);
    while (processSlice(c.tenant)) {}
    await c.pass(5000);
    expect(c.sent()).toEqual([]);
    ended("customer_wrote");
  });

  test("a queued step is cancelled when the customer writes before it is sent", async () => {
    await c.begins();
    run(c.tenant.db, "UPDATE connection SET status = 'OPENING'");
    c.app.clock.advance(HOUR);
    await c.work();
    expect(c.row("SELECT state FROM outbox WHERE source = 'followup'")).toEqual({ state: "queued" });
    customerWrites();
    run(c.tenant.db, "UPDATE connection SET status = 'CONNECTED'");
    await c.pass(MINUTE);
    expect(c.sent()).toEqual([]);
    expect(c.row("SELECT state FROM outbox WHERE source = 'followup'")).toEqual({ state: "cancelled" });
    ended("customer_wrote");
  });

  test("a user's message from the page or the phone ends the run; a bot's message or a call does not", async () => {
    await c.begins();
    c.receive(wrote(c.customer, { type: "text", text: "Oi" }, c.app.clock.now(), { fromMe: true }));
    ended("person_wrote");
    c.meet();
    await c.post({ body: "Segue o orçamento" });
    await c.begins();
    run(c.tenant.db, "UPDATE message SET origin = 'bot' WHERE from_me = 1");
    expect(c.run()?.state).toBe("running");
    await c.post({ body: "E então?" }, c.anaNow());
    ended("person_wrote");
  });

  test("a return, a transfer or a take-over ends the run with the reason `moved`", async () => {
    await c.begins();
    await c.anaNow().put(`/tickets/${c.ticketId}`, { status: "pending" });
    ended("moved");
    expect(notices()).toEqual([]);
  });

  test("an opt-out or a block of the contact ends the run, and the attendant is notified", async () => {
    await c.begins({}, { snooze: true });
    expect(await c.ticket()).toMatchObject({ snooze: { mode: "reply", asleep: true } });
    const contactId = c.row<{ id: number }>("SELECT contact_id AS id FROM ticket")?.id ?? 0;
    c.tenant.write((unit) => setOptedOut(unit, contactId, true));
    ended("opted_out");
    expect(await c.ticket()).toMatchObject({ snooze: null, woken: { reason: "follow_up" } });
    expect(notices()).toEqual([["follow_up_ended", "opted_out"]]);
    const { id } = await c.create({ name: "Outra" });
    const again = await c.anaNow().post(`/tickets/${c.ticketId}/follow-up`, { followUpId: id });
    expect([again.status, again.body]).toMatchObject([400, { error: "ERR_CONTACT_OPTED_OUT" }]);
    run(c.tenant.db, "UPDATE contact SET opted_out_at = NULL, blocked = 1");
    const blocked = await c.anaNow().post(`/tickets/${c.ticketId}/follow-up`, { followUpId: id });
    expect(blocked.body.error).toBe("ERR_CONTACT_BLOCKED");
  });

  test("an opt-out without an event still stops the step", async () => {
    await c.begins();
    run(c.tenant.db, "UPDATE contact SET opted_out_at = 1");
    await c.pass(HOUR);
    expect(c.sent()).toEqual([]);
    ended("opted_out");
  });

  test("a run stays in its ticket when contacts are merged, and ends when the merged contact had opted out", async () => {
    await c.begins();
    const { id: survivorId = 0 } = c.row<{ id: number }>("SELECT contact_id AS id FROM ticket") ?? {};
    const merge = (optedOutAt: number | null) => {
      const loserId = testContact(c.tenant, {
        name: "Maria (antiga)",
        number: `55119${90_000_000 + (optedOutAt ?? 0)}`,
      });
      run(c.tenant.db, "UPDATE contact SET opted_out_at = ? WHERE id = ?", optedOutAt, loserId);
      return c.asAdmin.post(`/contacts/${survivorId}/merge`, { otherId: loserId });
    };
    expect((await merge(null)).status).toBe(200);
    expect(c.run()?.state).toBe("running");
    expect((await merge(5)).status).toBe(200);
    await c.pass(HOUR);
    expect(all(c.tenant.db, "SELECT 1 FROM message WHERE origin = 'followup'")).toEqual([]);
    ended("opted_out");
  });

  test("a step refused by the network ends the run with the reason `failed`", async () => {
    await c.begins();
    c.provider.answers.send = () => ({ state: "refused", code: "ERR_WAPP_INVALID_CONTACT", detail: "gone" });
    await c.pass(HOUR);
    ended("send_failed");
    expect(notices()).toEqual([["follow_up_ended", "send_failed"]]);
  });

  test("deleting the connection ends the run, although its tickets move to another connection", async () => {
    await c.begins();
    const { body } = await c.asAdmin.post("/whatsapp", { name: "Nova" });
    const removed = await c.asAdmin.delete(`/whatsapp/${c.connectionId}?moveTo=${body.id}`);
    expect([removed.status, c.run()?.reason]).toEqual([200, "connection_gone"]);
  });

  test("the attendant, supervisors and admins can stop a run; the ticket stays snoozed and no notification is sent", async () => {
    await c.begins({}, { snooze: true });
    const { status, body } = await c.anaNow().delete(`/tickets/${c.ticketId}/follow-up`);
    expect([status, body.followUp, body.snooze.asleep]).toEqual([200, null, true]);
    ended("stopped");
    expect(trail().at(-1)).toEqual(["follow_up_ended", { name: "Orçamento", reason: "stopped" }]);
    expect(notices()).toEqual([]);
    expect((await c.anaNow().delete(`/tickets/${c.ticketId}/follow-up`)).status).toBe(200);
  });

  test("a waiting step whose send is cancelled ends the run as stopped", async () => {
    await c.begins();
    run(c.tenant.db, "UPDATE connection SET status = 'OPENING'");
    c.app.clock.advance(HOUR);
    await c.work();
    const { id = 0 } = c.row<{ id: number }>("SELECT id FROM outbox WHERE source = 'followup'") ?? {};
    expect(c.tenant.write((unit) => cancelQueued(unit, id))).toBe(true);
    ended("stopped");
  });
});

describe("times", () => {
  test("a step waits for the opening hours of its queue", async () => {
    writeSetting(c.tenant, "scheduleType", "company");
    const day = { startTime: "08:00", endTime: "18:00" };
    const names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    await c.asAdmin.put("/companies/schedules", {
      schedules: names.map((weekdayEn) => ({ weekday: weekdayEn, weekdayEn, ...day })),
    });
    const { body } = await c.begins({
      onlyInHours: true,
      steps: [{ waitMinutes: 12 * 60, text: "Bom dia" }],
    });
    const at = new Date(body.followUp?.nextAt ?? "");
    const local = new Intl.DateTimeFormat("pt-BR", {
      timeZone: "America/Sao_Paulo",
      hour: "2-digit",
      hourCycle: "h23",
    }).format(at);
    expect(Number(local)).toBeGreaterThanOrEqual(8);
    expect(Number(local)).toBeLessThan(18);
  });

  test("an unofficial connection sends one step every 20 seconds, and steps beyond the daily cap on the next day", async () => {
    await c.begins();
    const first = c.ticketId;
    const others: number[] = [];
    for (const number of ["5511880000001", "5511880000002"]) {
      c.customer = { name: "Cliente", identities: [phone(number)] };
      c.ticketId = c.begin();
      await c.post({ body: "Segue" }, c.anaNow());
      others.push(c.ticketId);
    }
    const { id } = await c.create({ name: "Igual" });
    for (const ticketId of others)
      expect((await c.anaNow().post(`/tickets/${ticketId}/follow-up`, { followUpId: id })).status).toBe(200);
    c.ticketId = first;
    writeSetting(c.tenant, "followUpDailyCap", "2");
    const queued = () => all(c.tenant.db, "SELECT 1 FROM message WHERE origin = 'followup'").length;
    const after = async (ms: number) => {
      await c.pass(ms);
      return queued();
    };
    expect([await after(HOUR), await after(10_000), await after(10_000), await after(20_000)]).toEqual([
      1, 1, 2, 2,
    ]);
    const last = all<{ at: number }>(c.tenant.db, "SELECT next_at AS at FROM follow_up_run ORDER BY id").at(
      -1,
    );
    expect(new Date(last?.at ?? 0).toISOString().slice(11)).toBe("11:00:00.000Z");
  });

  test("after downtime a step less than 12 hours late is sent, and a later step ends the run", async () => {
    await c.begins();
    await c.pass(HOUR + 11 * HOUR);
    expect(c.sent()).toHaveLength(1);
    await c.pass(DAY + 13 * HOUR);
    expect(c.sent()).toHaveLength(1);
    ended("too_late");
    expect(notices()).toEqual([["follow_up_ended", "too_late"]]);
  });

  test("a step that waits 12 hours for its connection is not sent afterwards", async () => {
    await c.begins();
    run(c.tenant.db, "UPDATE connection SET status = 'OPENING'");
    await c.pass(HOUR);
    await c.pass(12 * HOUR);
    ended("too_late");
    run(c.tenant.db, "UPDATE connection SET status = 'CONNECTED'");
    await c.pass(MINUTE);
    expect(c.sent()).toEqual([]);
  });

  test("a step that was due when its company was restored is not sent, because the replaced machine may have sent it", async () => {
    await c.begins();
    c.app.clock.advance(HOUR);
    expect(markRestoredFollowUps(c.tenant.db, c.app.clock.now())).toBe(1);
    await c.pass(0);
    expect(c.sent()).toEqual([]);
    ended("too_late");
  });

  test("an expired company sends no steps of follow-ups", async () => {
    await c.begins();
    run(c.app.installation.system, "UPDATE company SET due_date = '2020-01-01' WHERE id = ?", c.tenant.id);
    c.app.installation.tenants.refresh(c.tenant.id);
    await c.pass(HOUR);
    expect(c.run()?.step).toBe(0);
  });
});

describe("inactivity", () => {
  test("a ticket with a running follow-up is closed for inactivity only after the follow-up", async () => {
    run(c.tenant.db, "UPDATE connection SET expires_ticket_minutes = 30");
    await c.begins({ ...TWO_STEPS });
    const idle = async (ms: number) => {
      await c.pass(ms);
      await c.app.app.runJob("inactivity_close");
    };
    await idle(HOUR);
    await idle(HOUR);
    expect((await c.ticket()).status).toBe("open");
    await c.anaNow().delete(`/tickets/${c.ticketId}/follow-up`);
    await idle(31 * MINUTE);
    expect((await c.ticket()).status).toBe("closed");
  });
});

describe("a kill", () => {
  test("a kill in the transaction of a step rolls it back, and the step is sent once after the restart", async () => {
    await c.begins();
    c.app.clock.advance(HOUR);
    expect(() =>
      c.tenant.write((unit) => {
        runDueStep(unit, runId());
        throw new Error("killed");
      }),
    ).toThrow("killed");
    expect(
      all(
        c.tenant.db,
        "SELECT 1 FROM follow_up_step UNION ALL SELECT 1 FROM outbox WHERE source = 'followup'",
      ),
    ).toEqual([]);
    await c.pass(0);
    expect(c.sent()).toHaveLength(1);
  });

  test("a step that was queued before a kill is never queued again, even when its run is stored as due", async () => {
    await c.begins();
    await c.pass(HOUR);
    // Simulates a restored or damaged run: the step is due again.
    run(c.tenant.db, "UPDATE follow_up_run SET step = 0, outbox_id = NULL, next_at = 0");
    run(c.tenant.db, "UPDATE follow_up_run SET next_at = ?", c.app.clock.now());
    await c.pass(20_000);
    await c.pass(20_000);
    expect(c.sent()).toHaveLength(1);
    expect(all(c.tenant.db, "SELECT 1 FROM message WHERE origin = 'followup'")).toHaveLength(1);
  });
});

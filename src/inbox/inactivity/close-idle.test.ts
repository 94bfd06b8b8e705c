import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { talk } from "#test/helpers/talk.ts";

const HOUR = 60 * 60_000;
const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(async () => {
  t.meet();
  run(t.tenant.db, "UPDATE connection SET completion_message = 'Até logo'");
  await t.post({ body: "Posso ajudar?" });
});

const ticket = () =>
  one<{ status: string; reason: string | null }>(
    t.tenant.db,
    "SELECT status, close_reason AS reason FROM ticket WHERE id = ?",
    t.ticketId,
  );
const said = () =>
  all<{ body: string }>(t.tenant.db, "SELECT body FROM message WHERE from_me = 1 ORDER BY id").map(
    ({ body }) => body.replace(/^\*Ana:\*\n/, ""),
  );
/** Advances the clock by this many hours and runs the job. */
const after = async (hours: number) => {
  t.app.clock.advance(hours * HOUR);
  await t.app.app.runJob("inactivity_close");
};
const OPEN = { status: "open", reason: null };
const CLOSED = { status: "closed", reason: "inactivity" };

describe("an idle ticket", () => {
  test("an idle ticket is closed after a day, without farewell and without rating request", async () => {
    writeSetting(t.tenant, "userRating", "enabled");
    await after(24);
    expect(ticket()).toEqual(OPEN);
    await after(0.02);
    expect(ticket()).toEqual(CLOSED);
    expect(said()).toEqual(["Posso ajudar?"]);
  });

  test("an idle ticket is closed after the connection's minutes, with the connection's text", async () => {
    run(
      t.tenant.db,
      "UPDATE connection SET expires_ticket_minutes = 30, expires_inactive_message = 'Encerrado, {{firstName}}'",
    );
    await t.asAdmin.put(`/whatsapp/${t.connectionId}`, { name: "Loja" });
    await after(0.5);
    expect(ticket()).toEqual(OPEN);
    await after(0.1);
    expect(ticket()).toEqual(CLOSED);
    expect(said()).toEqual(["Posso ajudar?", "Encerrado, Maria"]);
  });

  test("an idle ticket is closed without a text when its close was due more than a day ago", async () => {
    run(t.tenant.db, "UPDATE connection SET expires_inactive_message = 'Encerrado'");
    await after(48.1);
    expect(ticket()).toEqual(CLOSED);
    expect(said()).toEqual(["Posso ajudar?"]);
  });

  test("a ticket whose customer wrote last stays open; each message of the company restarts the idle time", async () => {
    t.app.clock.advance(20 * HOUR);
    t.receive(wrote(t.customer, "Sim", t.app.clock.now()));
    await after(48);
    expect(ticket()).toEqual(OPEN);
    t.asAna = t.app.api(t.ana);
    await t.post({ body: "Qual?" }, t.asAna);
    await after(23.9);
    expect(ticket()).toEqual(OPEN);
    await after(0.2);
    expect(ticket()).toEqual(CLOSED);
  });

  test("a ticket whose last message belongs to a campaign stays open", async () => {
    run(t.tenant.db, "UPDATE message SET origin = 'campaign' WHERE from_me = 1");
    await after(48);
    expect(ticket()).toEqual(OPEN);
  });

  test("pending tickets and groups are not closed for inactivity", async () => {
    run(t.tenant.db, "UPDATE ticket SET is_group = 1");
    await after(48);
    expect(ticket()).toEqual(OPEN);
    run(t.tenant.db, "UPDATE ticket SET is_group = 0, status = 'pending', user_id = NULL");
    await after(0.1);
    expect(ticket()).toEqual({ status: "pending", reason: null });
  });

  test("the idle time of a reopened ticket starts again", async () => {
    await after(25);
    expect(ticket()).toEqual(CLOSED);
    await t.app.api(t.ana).put(`/tickets/${t.ticketId}`, { status: "open" });
    await after(23);
    expect(ticket()).toEqual(OPEN);
    await after(1.1);
    expect(ticket()).toEqual(CLOSED);
  });
});

test("the inactivity job does not open a company without open tickets", async () => {
  await after(25);
  await after(1);
  expect(t.app.installation.tenants.dueCompanies("inactivity_close", Number.MAX_SAFE_INTEGER)).not.toContain(
    t.tenant.id,
  );
});

describe("a snoozed ticket", () => {
  const snooze = (hours: number) =>
    t.asAna.put(`/tickets/${t.ticketId}/snooze`, {
      mode: "time",
      until: new Date(t.app.clock.now() + hours * HOUR).toISOString(),
    });

  test("a snoozed ticket is not closed for inactivity, and has its whole idle time after waking", async () => {
    expect((await snooze(72)).status).toBe(200);
    await after(48);
    expect(ticket()).toEqual(OPEN);
    t.app.clock.advance(24 * HOUR);
    await t.app.app.runJob("snooze_wake");
    await after(23.9);
    expect(ticket()).toEqual(OPEN);
    await after(0.2);
    expect(ticket()).toEqual(CLOSED);
  });
});

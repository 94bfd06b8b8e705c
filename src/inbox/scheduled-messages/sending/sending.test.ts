import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { liftRestriction, openRestriction } from "#channels/connections/index.ts";
import { deleteMessage } from "#inbox/messages/change/delete.ts";
import { retryMessage } from "#inbox/messages/change/retry.ts";
import { MessageCreated } from "#inbox/messages/events.ts";
import { maria, wrote } from "#inbox/messages/testing.ts";
import { deleteSchedule } from "#inbox/scheduled-messages/remove.ts";
import { updateSchedule } from "#inbox/scheduled-messages/save.ts";
import { HOUR, type Plans, plans } from "#inbox/scheduled-messages/testing.ts";
import { run } from "#platform/db/database.ts";
import { testConnection } from "#test/helpers/installation.ts";

let s: Plans;
beforeEach(() => {
  s = plans();
});
afterEach(() => s.close());

const tickets = () =>
  s.rows<{ id: number; status: string; origin: string; updated_at: number; last_message: string }>(
    "SELECT id, status, origin, updated_at, last_message FROM ticket ORDER BY id",
  );
const DAY = 24 * HOUR;

describe("a scheduled message", () => {
  test("a scheduled message is dispatched at its time and has the state sent once the network accepted it", async () => {
    const id = s.plan();
    await s.pass(HOUR - 1000);
    expect(s.provider.sent).toEqual([]);
    await s.pass(1000);
    expect(s.sentTexts()).toEqual(["Bom dia"]);
    expect(s.planned(id)).toMatchObject({ status: "queued", sentAt: null });
    s.accepted();
    expect(s.planned(id)).toMatchObject({ status: "sent", sentAt: s.clock.now(), error: null });
    await s.pass(DAY);
    expect(s.provider.sent).toHaveLength(1);
  });

  test("a scheduled message that cannot be stored delays no other and is retried after a minute", async () => {
    let broken = true;
    s.installation.bus.within(MessageCreated, (_unit, { message }) => {
      if (broken && message.body === "Oi") throw new Error("no");
    });
    const [first, failing, last] = [s.plan(), s.plan({ body: "Oi" }), s.plan({ body: "Até já" })];
    await s.pass(HOUR);
    await s.pass(1000);
    expect(s.sentTexts()).toEqual(["Bom dia", "Até já"]);
    expect([first, failing, last].map((id) => s.planned(id)?.outboxId !== null)).toEqual([true, false, true]);
    broken = false;
    await s.pass(60_000);
    await s.pass(1000);
    expect(s.sentTexts()).toEqual(["Bom dia", "Até já", "Oi"]);
  });

  test("variables are filled in at dispatch, with the author as the attendant of a ticket without one", async () => {
    s.plan({ body: "{{saudacao}}, {{primeiro_nome}}! {{atendente}} em {{hora}}" });
    run(s.tenant.db, "UPDATE contact SET name = 'Marina Souza'");
    await s.pass(HOUR);
    expect(s.sentTexts()[0]).toMatch(
      /^(Bom dia|Boa tarde|Boa noite|Boa madrugada), Marina! Ana em \d\d:\d\d$/,
    );
  });

  test("a scheduled message to a new contact is stored in a closed ticket that is in no list", async () => {
    const id = s.plan();
    await s.pass(HOUR);
    expect(tickets()).toMatchObject([{ status: "closed", origin: "schedule" }]);
    expect(s.row("SELECT origin, user_id AS userId FROM message")).toEqual({
      origin: "schedule",
      userId: s.ana.actor.id,
    });
    expect(s.planned(id)?.ticketId).toBe(tickets()[0]?.id ?? 0);
    await s.pass(0);
    s.plan({ body: "Outra vez" });
    await s.pass(HOUR);
    expect(tickets()).toHaveLength(1);
  });

  test("a scheduled message is stored in the running ticket of its connection, and the ticket keeps its position in the list", async () => {
    s.receive(wrote(maria, "Oi", s.clock.now()));
    const [before] = tickets();
    s.plan();
    await s.pass(HOUR);
    expect(tickets()).toMatchObject([
      { status: "pending", updated_at: before?.updated_at, last_message: "Bom dia" },
    ]);
    expect(s.row("SELECT unread_messages AS n FROM ticket")).toEqual({ n: 1 });
  });

  test("a scheduled message without connection uses the default one, also while it is offline", async () => {
    const other = testConnection(s.tenant, { name: "Outra" });
    await s.online(false);
    run(s.tenant.db, "UPDATE connection SET status = 'CONNECTED' WHERE id = ?", other);
    s.plan();
    await s.pass(HOUR);
    expect(s.provider.sent).toEqual([]);
    expect(s.row("SELECT connection_id AS id FROM outbox")).toEqual({ id: s.connectionId });
    s.plan({ body: "Pela outra", whatsappId: other });
    await s.pass(HOUR);
    expect(s.sentTexts()).toEqual(["Pela outra"]);
  });

  test("a scheduled message without connection fails when the company has no default", async () => {
    const id = s.plan();
    run(s.tenant.db, "UPDATE connection SET is_default = 0");
    await s.pass(HOUR);
    expect(s.planned(id)).toMatchObject({ status: "failed", error: "ERR_NO_DEF_WAPP_FOUND" });
  });

  test("a scheduled message that the network rejects shows the error code, and is sent when a user retries it", async () => {
    s.provider.answers.send = () => ({ state: "refused", code: "ERR_WAPP_INVALID_CONTACT", detail: "gone" });
    const id = s.plan();
    await s.pass(HOUR);
    expect(s.planned(id)).toMatchObject({
      status: "failed",
      error: "ERR_WAPP_INVALID_CONTACT",
      sentAt: null,
    });
    s.provider.answers.send = () => ({ state: "written" });
    retryMessage(s.admin, s.row<{ id: number }>("SELECT id FROM message")?.id ?? 0);
    await s.settle();
    s.accepted();
    expect(s.planned(id)).toMatchObject({ status: "sent", error: null });
  });

  test("a scheduled message that its author deletes in the conversation fails with the reason cancelled", async () => {
    await s.online(false);
    const id = s.plan();
    await s.pass(HOUR);
    run(s.tenant.db, "UPDATE ticket SET status = 'open', user_id = ?", s.ana.actor.id);
    await deleteMessage(s.ana, s.row<{ id: number }>("SELECT id FROM message")?.id ?? 0);
    expect(s.planned(id)).toMatchObject({ status: "failed", error: "cancelled" });
  });

  test("a waiting scheduled message whose contact is blocked meanwhile fails with that reason", async () => {
    const { connectionId } = s;
    s.tenant.write((unit) => openRestriction(unit, { connectionId, kind: "reachout_lock", endsAt: null }));
    const id = s.plan();
    await s.pass(HOUR);
    expect(s.planned(id)?.status).toBe("queued");
    run(s.tenant.db, "UPDATE contact SET blocked = 1");
    s.tenant.write((unit) => liftRestriction(unit, connectionId, "reachout_lock"));
    await s.pass(1000);
    expect(s.planned(id)).toMatchObject({ status: "failed", error: "ERR_CONTACT_BLOCKED" });
    expect(s.provider.sent).toEqual([]);
  });

  test("a scheduled message is sent after messages of people and bots", async () => {
    s.plan();
    await s.pass(HOUR);
    expect(s.row("SELECT priority, source, source_key AS key FROM outbox")).toEqual({
      priority: 2,
      source: "schedule",
      key: `schedule:1:${s.planned(1)?.sendAt}`,
    });
  });
});

describe("a late scheduled message", () => {
  test("a scheduled message waits for its connection until its late limit and is then cancelled", async () => {
    await s.online(false);
    const id = s.plan({ lateLimitHours: 2 });
    await s.pass(HOUR);
    await s.pass(2 * HOUR);
    expect(s.planned(id)?.status).toBe("queued");
    await s.pass(60_000);
    expect(s.planned(id)).toMatchObject({ status: "failed", error: "ERR_TOO_LATE" });
    expect(s.row("SELECT state FROM outbox")).toEqual({ state: "cancelled" });
    await s.online(true);
    expect(s.provider.sent).toEqual([]);
  });

  test("a scheduled message is sent when its connection is open again before the late limit", async () => {
    await s.online(false);
    const id = s.plan();
    await s.pass(HOUR);
    await s.pass(11 * HOUR);
    await s.online(true);
    s.accepted();
    expect(s.planned(id)?.status).toBe("sent");
  });

  test("a scheduled message dispatched before the connection broke is sent again with the same id", async () => {
    const id = s.plan({ lateLimitHours: 1 });
    await s.pass(HOUR);
    await s.online(false);
    await s.pass(3 * HOUR);
    expect(s.planned(id)?.status).toBe("queued");
    await s.online(true);
    await s.pass(1000);
    expect(new Set(s.provider.sent.map(({ providerId }) => providerId)).size).toBe(1);
    s.accepted();
    expect(s.planned(id)?.status).toBe("sent");
  });

  test("after downtime a scheduled message is sent within its late limit and fails after it", async () => {
    const [fresh, stale] = [s.plan({ body: "ainda serve" }), s.plan({ body: "tarde", lateLimitHours: 1 })];
    await s.pass(HOUR + 12 * HOUR);
    expect(s.sentTexts()).toEqual(["ainda serve"]);
    expect(s.planned(fresh)?.status).toBe("queued");
    expect(s.planned(stale)).toMatchObject({ status: "failed", error: "ERR_TOO_LATE" });
  });
});

describe("a series", () => {
  const ofSeries = () =>
    s.rows<{ id: number; status: string; sendAt: number }>(
      "SELECT id, status, send_at AS sendAt FROM scheduled_message ORDER BY id",
    );

  test("a series creates its next message after each sent one, with the file", async () => {
    const id = s.plan({ recurrence: "daily" });
    await s.pass(HOUR);
    expect(ofSeries()).toHaveLength(1);
    s.accepted();
    const [first, second] = ofSeries();
    expect(second).toMatchObject({ status: "pending", sendAt: (first?.sendAt ?? 0) + DAY });
    expect(s.planned(id)?.nextId).toBe(second?.id ?? 0);
    await s.pass(DAY);
    expect(s.provider.sent).toHaveLength(2);
  });

  test("a series creates exactly one next message after a failed one", async () => {
    s.provider.answers.send = () => ({ state: "refused", code: "ERR_WAPP_INVALID_CONTACT", detail: "gone" });
    const id = s.plan({ recurrence: "weekly" });
    await s.pass(HOUR);
    expect(ofSeries()).toHaveLength(2);
    s.provider.answers.send = () => ({ state: "written" });
    updateSchedule(s.ana, id, { sendAt: s.in(0) });
    await s.pass(1);
    s.accepted();
    expect(ofSeries()).toMatchObject([{ status: "sent" }, { status: "pending" }]);
  });

  test("a daily series sends one message after several days of downtime", async () => {
    s.plan({ recurrence: "daily" });
    await s.pass(10 * DAY + 2 * HOUR);
    const [first, second] = ofSeries();
    expect(ofSeries()).toHaveLength(2);
    expect(first?.status).toBe("failed");
    expect(second?.sendAt).toBeGreaterThan(s.clock.now());
  });
});

describe("a scheduled message changed or deleted after its dispatch", () => {
  test("changing a scheduled message that waits for its connection cancels the send and schedules it again", async () => {
    await s.online(false);
    const id = s.plan();
    await s.pass(HOUR);
    updateSchedule(s.ana, id, { body: "Boa tarde", sendAt: s.in(HOUR) });
    expect(s.planned(id)).toMatchObject({ status: "pending", error: null });
    expect(s.row("SELECT state FROM outbox")).toEqual({ state: "cancelled" });
    await s.online(true);
    await s.pass(HOUR);
    expect(s.sentTexts()).toEqual(["Boa tarde"]);
  });

  test("deleting a scheduled message cancels its waiting send; a message being sent is not deleted", async () => {
    await s.online(false);
    const waiting = s.plan();
    await s.pass(HOUR);
    deleteSchedule(s.ana, waiting);
    await s.online(true);
    expect(s.provider.sent).toEqual([]);
    const going = s.plan();
    await s.pass(HOUR);
    expect(() => deleteSchedule(s.ana, going)).toThrow("ERR_SCHEDULE_SENT");
    expect(() => updateSchedule(s.ana, going, { sendAt: s.in(HOUR) })).toThrow("ERR_SCHEDULE_SENT");
    expect(s.planned(going)?.status).toBe("queued");
  });

  test("a failed message that is changed within the same minute is sent with a new outbox key", async () => {
    s.provider.answers.send = () => ({ state: "refused", code: "ERR_SENDING_WAPP_MSG", detail: "" });
    const id = s.plan();
    await s.pass(HOUR);
    s.provider.answers.send = () => ({ state: "written" });
    const at = new Date(s.planned(id)?.sendAt ?? 0).toISOString();
    updateSchedule(s.ana, id, { body: "De novo", sendAt: at });
    await s.pass(1);
    expect(s.sentTexts().at(-1)).toBe("De novo");
    expect(s.rows("SELECT DISTINCT source_key FROM outbox")).toHaveLength(2);
  });
});

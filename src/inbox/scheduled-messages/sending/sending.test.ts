import { afterEach, beforeEach, describe, expect, test } from "bun:test";
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
  test("goes at its time, not before, and is sent once the network has it", async () => {
    const id = s.plan();
    await s.pass(HOUR - 1000);
    expect(s.provider.sent).toEqual([]);
    await s.pass(1000);
    expect(s.sentTexts()).toEqual(["Bom dia"]);
    expect(s.planned(id)).toMatchObject({ status: "AGENDADA", sentAt: null });
    s.accepted();
    expect(s.planned(id)).toMatchObject({ status: "ENVIADA", sentAt: s.clock.now(), error: null });
    await s.pass(DAY);
    expect(s.provider.sent).toHaveLength(1);
  });

  test("that cannot be written holds back no other, and is tried again a minute later", async () => {
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

  test("has its variables filled in when it goes, with the author where nobody attends", async () => {
    s.plan({ body: "{{saudacao}}, {{primeiro_nome}}! {{atendente}} em {{hora}}" });
    run(s.tenant.db, "UPDATE contact SET name = 'Marina Souza'");
    await s.pass(HOUR);
    expect(s.sentTexts()[0]).toMatch(
      /^(Bom dia|Boa tarde|Boa noite|Boa madrugada), Marina! Ana em \d\d:\d\d$/,
    );
  });

  test("to somebody new is written into a closed ticket, and nobody's list gets anything", async () => {
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

  test("goes into the running ticket of its connection, which keeps its place", async () => {
    s.receive(wrote(maria, "Oi", s.clock.now()));
    const [before] = tickets();
    s.plan();
    await s.pass(HOUR);
    expect(tickets()).toMatchObject([
      { status: "pending", updated_at: before?.updated_at, last_message: "Bom dia" },
    ]);
    expect(s.row("SELECT unread_messages AS n FROM ticket")).toEqual({ n: 1 });
  });

  test("without a connection of its own goes by the default, also while that is offline", async () => {
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

  test("without any default has failed", async () => {
    const id = s.plan();
    run(s.tenant.db, "UPDATE connection SET is_default = 0");
    await s.pass(HOUR);
    expect(s.planned(id)).toMatchObject({ status: "ERRO", error: "ERR_NO_DEF_WAPP_FOUND" });
  });

  test("that the network refuses has failed by its code, and is sent after all when a person tries again", async () => {
    s.provider.answers.send = () => ({ state: "refused", code: "ERR_WAPP_INVALID_CONTACT", detail: "gone" });
    const id = s.plan();
    await s.pass(HOUR);
    expect(s.planned(id)).toMatchObject({ status: "ERRO", error: "ERR_WAPP_INVALID_CONTACT", sentAt: null });
    s.provider.answers.send = () => ({ state: "written" });
    retryMessage(s.admin, s.row<{ id: number }>("SELECT id FROM message")?.id ?? 0);
    await s.settle();
    s.accepted();
    expect(s.planned(id)).toMatchObject({ status: "ENVIADA", error: null });
  });

  test("taken back in its conversation by the author has failed and says so", async () => {
    await s.online(false);
    const id = s.plan();
    await s.pass(HOUR);
    run(s.tenant.db, "UPDATE ticket SET status = 'open', user_id = ?", s.ana.actor.id);
    await deleteMessage(s.ana, s.row<{ id: number }>("SELECT id FROM message")?.id ?? 0);
    expect(s.planned(id)).toMatchObject({ status: "ERRO", error: "cancelled" });
  });

  test("goes behind what people and bots say", async () => {
    s.plan();
    await s.pass(HOUR);
    expect(s.row("SELECT priority, source, source_key AS key FROM outbox")).toEqual({
      priority: 2,
      source: "schedule",
      key: `schedule:1:${s.planned(1)?.sendAt}`,
    });
  });
});

describe("a late one", () => {
  test("waits for its connection until its limit, and is then withdrawn", async () => {
    await s.online(false);
    const id = s.plan({ lateLimitHours: 2 });
    await s.pass(HOUR);
    await s.pass(2 * HOUR);
    expect(s.planned(id)?.status).toBe("AGENDADA");
    await s.pass(60_000);
    expect(s.planned(id)).toMatchObject({ status: "ERRO", error: "ERR_TOO_LATE" });
    expect(s.row("SELECT state FROM outbox")).toEqual({ state: "cancelled" });
    await s.online(true);
    expect(s.provider.sent).toEqual([]);
  });

  test("whose connection comes back in time is sent", async () => {
    await s.online(false);
    const id = s.plan();
    await s.pass(HOUR);
    await s.pass(11 * HOUR);
    await s.online(true);
    s.accepted();
    expect(s.planned(id)?.status).toBe("ENVIADA");
  });

  test("that was handed over before the line broke goes on under its own id", async () => {
    const id = s.plan({ lateLimitHours: 1 });
    await s.pass(HOUR);
    await s.online(false);
    await s.pass(3 * HOUR);
    expect(s.planned(id)?.status).toBe("AGENDADA");
    await s.online(true);
    await s.pass(1000);
    expect(new Set(s.provider.sent.map(({ providerId }) => providerId)).size).toBe(1);
    s.accepted();
    expect(s.planned(id)?.status).toBe("ENVIADA");
  });

  test("after a stop goes when it may still, else it has failed", async () => {
    const [fresh, stale] = [s.plan({ body: "ainda serve" }), s.plan({ body: "tarde", lateLimitHours: 1 })];
    await s.pass(HOUR + 12 * HOUR);
    expect(s.sentTexts()).toEqual(["ainda serve"]);
    expect(s.planned(fresh)?.status).toBe("AGENDADA");
    expect(s.planned(stale)).toMatchObject({ status: "ERRO", error: "ERR_TOO_LATE" });
  });
});

describe("a series", () => {
  const ofSeries = () =>
    s.rows<{ id: number; status: string; sendAt: number }>(
      "SELECT id, status, send_at AS sendAt FROM scheduled_message ORDER BY id",
    );

  test("goes on behind each message that was sent, with its file", async () => {
    const id = s.plan({ recurrence: "daily" });
    await s.pass(HOUR);
    expect(ofSeries()).toHaveLength(1);
    s.accepted();
    const [first, second] = ofSeries();
    expect(second).toMatchObject({ status: "PENDENTE", sendAt: (first?.sendAt ?? 0) + DAY });
    expect(s.planned(id)?.nextId).toBe(second?.id ?? 0);
    await s.pass(DAY);
    expect(s.provider.sent).toHaveLength(2);
  });

  test("goes on behind one that failed, once", async () => {
    s.provider.answers.send = () => ({ state: "refused", code: "ERR_WAPP_INVALID_CONTACT", detail: "gone" });
    const id = s.plan({ recurrence: "weekly" });
    await s.pass(HOUR);
    expect(ofSeries()).toHaveLength(2);
    s.provider.answers.send = () => ({ state: "written" });
    updateSchedule(s.ana, id, { sendAt: s.in(0) });
    await s.pass(1);
    s.accepted();
    expect(ofSeries()).toMatchObject([{ status: "ENVIADA" }, { status: "PENDENTE" }]);
  });

  test("after a long stop goes once, not once for every day", async () => {
    s.plan({ recurrence: "daily" });
    await s.pass(10 * DAY + 2 * HOUR);
    const [first, second] = ofSeries();
    expect(ofSeries()).toHaveLength(2);
    expect(first?.status).toBe("ERRO");
    expect(second?.sendAt).toBeGreaterThan(s.clock.now());
  });
});

describe("a changed mind", () => {
  test("while it waits for its connection takes it back and plans it again", async () => {
    await s.online(false);
    const id = s.plan();
    await s.pass(HOUR);
    updateSchedule(s.ana, id, { body: "Boa tarde", sendAt: s.in(HOUR) });
    expect(s.planned(id)).toMatchObject({ status: "PENDENTE", error: null });
    expect(s.row("SELECT state FROM outbox")).toEqual({ state: "cancelled" });
    await s.online(true);
    await s.pass(HOUR);
    expect(s.sentTexts()).toEqual(["Boa tarde"]);
  });

  test("deletes what waits for its connection; on its way it stays", async () => {
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
    expect(s.planned(going)?.status).toBe("AGENDADA");
  });

  test("about one that failed within the same minutes sends it under a key of its own", async () => {
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

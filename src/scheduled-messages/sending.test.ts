import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { deleteConnection } from "#connections/delete.ts";
import { deleteContact } from "#contacts/delete.ts";
import { mergeByHand } from "#contacts/merge.ts";
import { undoMerge } from "#contacts/undo-merge.ts";
import { deleteMessage } from "#messages/change/delete.ts";
import { retryMessage } from "#messages/change/retry.ts";
import { maria, wrote } from "#messages/testing.ts";
import { run } from "#platform/db/database.ts";
import { testConnection, testContact } from "#test/helpers/installation.ts";
import { deleteTicket } from "#tickets/delete.ts";
import { claimDue } from "./claim.ts";
import { deleteSchedule } from "./remove.ts";
import { updateSchedule } from "./save.ts";
import { HOUR, type Plans, plans } from "./testing.ts";
import { writeOut } from "./write-out.ts";

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

  test("has its variables filled in when it goes, with the author where nobody attends", async () => {
    s.plan({ body: "{{saudacao}}, {{primeiro_nome}}! {{atendente}} em {{hora}} {{outra}}" });
    run(s.tenant.db, "UPDATE contact SET name = 'Marina Souza'");
    await s.pass(HOUR);
    expect(s.sentTexts()[0]).toMatch(
      /^(Bom dia|Boa tarde|Boa noite|Boa madrugada), Marina! Ana em \d\d:\d\d {{outra}}$/,
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

describe("a crash", () => {
  /** Everything in memory is gone; the rows and the clock stay. */
  const restart = async () => {
    run(s.tenant.db, "UPDATE outbox SET next_try_at = 0 WHERE state = 'sending'");
    await s.online(true);
  };
  const phones = () => new Set(s.provider.sent.map(({ providerId }) => providerId)).size;

  test("behind the claim sends it once, a minute later", async () => {
    const id = s.plan();
    s.clock.advance(HOUR);
    expect(claimDue(s.tenant)).toEqual([id]);
    await restart();
    await s.pass(30_000);
    expect(s.planned(id)?.status).toBe("AGENDADA");
    expect(s.provider.sent).toEqual([]);
    await s.pass(30_000);
    await s.pass(60_000);
    expect([phones(), s.rows("SELECT 1 FROM message").length]).toEqual([1, 1]);
    s.accepted();
    expect(s.planned(id)?.status).toBe("ENVIADA");
  });

  test("in the middle of writing leaves nothing of it", async () => {
    const id = s.plan();
    s.clock.advance(HOUR);
    claimDue(s.tenant);
    expect(() =>
      s.tenant.write(() => {
        writeOut(s.tenant, id);
        throw new Error("killed");
      }),
    ).toThrow("killed");
    expect(s.rows("SELECT 1 FROM outbox UNION ALL SELECT 1 FROM message")).toEqual([]);
    await s.pass(60_000);
    expect(phones()).toBe(1);
  });

  test("behind the writing sends what was written, and writes nothing again", async () => {
    const id = s.plan();
    s.clock.advance(HOUR);
    for (const claimed of claimDue(s.tenant)) writeOut(s.tenant, claimed);
    writeOut(s.tenant, id);
    await restart();
    await s.pass(60_000);
    await s.pass(120_000);
    expect([phones(), s.rows("SELECT 1 FROM message").length]).toEqual([1, 1]);
  });

  test("behind the hand-over sends again under the same id", async () => {
    const id = s.plan();
    await s.pass(HOUR);
    await restart();
    await s.pass(61_000);
    expect(s.provider.sent.length).toBeGreaterThan(1);
    expect(phones()).toBe(1);
    s.accepted();
    s.accepted();
    expect(s.planned(id)?.status).toBe("ENVIADA");
  });

  test("a claim that was lost is found by what the outbox knows", async () => {
    const id = s.plan();
    await s.pass(HOUR);
    run(s.tenant.db, "UPDATE scheduled_message SET outbox_id = NULL");
    s.accepted();
    s.installation.tenants.settleDue(s.tenant.id, "schedules", 0);
    await s.pass(60_000);
    expect(s.rows("SELECT 1 FROM outbox")).toHaveLength(1);
    expect(s.planned(id)?.status).toBe("ENVIADA");
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

describe("around it", () => {
  test("a deleted connection fails what waits for it, and ends its series", async () => {
    const heir = testConnection(s.tenant, { name: "Herdeira" });
    const id = s.plan({ whatsappId: s.connectionId, recurrence: "daily" });
    const byDefault = s.plan();
    deleteConnection(s.admin, s.connectionId, null);
    expect(s.planned(id)).toMatchObject({ status: "ERRO", error: "ERR_NO_WAPP_FOUND", nextId: null });
    expect(s.planned(byDefault)?.status).toBe("PENDENTE");
    expect(s.rows("SELECT 1 FROM scheduled_message")).toHaveLength(2);
    updateSchedule(s.ana, id, { whatsappId: heir });
    expect(s.planned(id)?.status).toBe("PENDENTE");
  });

  test("it moves with its contact into a merge, and back", () => {
    const other = testContact(s.tenant, { name: "Maria de novo" });
    const id = s.plan({ contactId: other });
    const mergeId = mergeByHand(s.admin, s.mariaId, other);
    expect(s.planned(id)?.contactId).toBe(s.mariaId);
    undoMerge(s.admin, mergeId);
    expect(s.planned(id)?.contactId).toBe(other);
  });

  test("it goes with its contact", async () => {
    const sent = s.plan();
    await s.pass(HOUR);
    s.accepted();
    const waiting = s.plan({ recurrence: "daily" });
    deleteContact(s.admin, s.mariaId);
    expect([s.planned(sent), s.planned(waiting)]).toEqual([undefined, undefined]);
    await s.pass(2 * HOUR);
    expect(s.provider.sent).toHaveLength(1);
  });

  test("a ticket that is deleted takes what was on its way with it, and nothing goes again", async () => {
    await s.online(false);
    const id = s.plan();
    await s.pass(HOUR);
    deleteTicket(s.admin, tickets()[0]?.id ?? 0);
    expect(s.planned(id)).toMatchObject({ status: "ERRO", error: "ERR_NO_TICKET_FOUND", ticketId: null });
    await s.online(true);
    await s.pass(60_000);
    expect(s.provider.sent).toEqual([]);
  });

  test("a company that expired, is switched off or has lost the feature sends nothing until it has it back", async () => {
    const id = s.plan();
    const { company } = s.tenant;
    run(s.installation.system, "UPDATE plan SET use_schedules = 0 WHERE id = ?", company.plan.id);
    s.installation.tenants.refresh(s.tenant.id);
    await s.pass(HOUR);
    expect(s.planned(id)?.status).toBe("PENDENTE");
    run(s.installation.system, "UPDATE plan SET use_schedules = 1 WHERE id = ?", company.plan.id);
    run(s.installation.system, "UPDATE company SET due_date = '2020-01-01' WHERE id = ?", company.id);
    s.installation.tenants.refresh(s.tenant.id);
    await s.pass(60_000);
    expect(s.planned(id)?.status).toBe("PENDENTE");
    run(s.installation.system, "UPDATE company SET due_date = NULL WHERE id = ?", company.id);
    s.installation.tenants.refresh(s.tenant.id);
    await s.pass(60_000);
    expect(s.sentTexts()).toEqual(["Bom dia"]);
  });

  test("a company without anything planned is not looked at", async () => {
    expect(s.installation.tenants.due("schedules", s.clock.now() + DAY)).toEqual([]);
    s.plan();
    expect(s.installation.tenants.due("schedules", s.clock.now() + HOUR)).toEqual([s.tenant.id]);
    await s.pass(HOUR);
    s.accepted();
    await s.pass(13 * HOUR);
    expect(s.installation.tenants.due("schedules", s.clock.now() + 100 * DAY)).toEqual([]);
  });
});

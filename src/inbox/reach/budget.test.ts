import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { openRestriction } from "#channels/connections/index.ts";
import { deleteMessage } from "#inbox/messages/change/delete.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import { transferTicket } from "#inbox/tickets/transitions/transfer.ts";
import { run } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { testConnection, testQueue } from "#test/helpers/installation.ts";
import { ownBudget, readerOf } from "./budget.ts";
import { cleanUpFirstContacts } from "./clean-up.ts";
import { incidentFacts } from "./incident-facts.ts";
import { isNewChat, startBeyondBudget } from "./new-chat/is-new-chat.ts";
import {
  accept,
  ana,
  beginHolding,
  byApi,
  byHand,
  bySchedule,
  customer,
  DAY,
  HOUR,
  held,
  lift,
  lock,
  MINUTE,
  pass,
  s,
  texts,
} from "./testing.ts";

beforeEach(beginHolding);
afterEach(() => s.close());

function refusal(act: () => unknown): unknown {
  try {
    act();
    return null;
  } catch (error) {
    return error instanceof AppError ? [error.status, error.code] : error;
  }
}

describe("the budget of new chats", () => {
  const limit = (n: number) => run(s.tenant.db, "UPDATE connection SET new_chats_per_day = ?", n);

  test("automatic messages beyond the limit wait for the next morning; people may send after a confirmation", async () => {
    limit(2);
    byApi(customer(false), "api 1");
    bySchedule(customer(false), "agenda 1");
    await s.settle();
    byApi(customer(false), "api 2");
    const person = customer(false);
    startBeyondBudget(ana, person.contactId, s.connectionId);
    byHand(person, "mão");
    byApi(customer(true), "conhecido");
    await s.settle();
    expect(texts().toSorted()).toEqual(["agenda 1", "api 1", "conhecido", "mão"]);
    expect(held()).toEqual([{ by: "budget", source: "api" }]);
    const shown = s.row("SELECT send_state AS state, send_error AS error FROM message WHERE body = 'api 2'");
    expect(shown).toEqual({ state: "queued", error: "ERR_NEW_CHAT_CAP" });
    for (const text of texts()) accept(text);
    await pass(DAY + 12 * HOUR, 10 * MINUTE);
    expect(texts()).toContain("api 2");
    const at = s.row<{ at: number }>("SELECT max(at) AS at FROM first_contact")?.at ?? 0;
    expect(new Date(at).toLocaleTimeString("pt-BR", { timeZone: "America/Sao_Paulo" })).toStartWith("08:");
  });

  test("a person's first message beyond the limit is refused until the person confirms, once per contact", async () => {
    limit(1);
    byHand(customer(false), "um");
    await s.settle();
    const person = customer(false);
    expect((await isNewChat(ana, person.contactId, s.connectionId)).isBeyondBudget).toBe(true);
    expect(refusal(() => byHand(person, "dois"))).toEqual([409, "ERR_NEW_CHAT_CONFIRM"]);
    startBeyondBudget(ana, person.contactId, s.connectionId);
    startBeyondBudget(ana, person.contactId, s.connectionId);
    expect((await isNewChat(ana, person.contactId, s.connectionId)).isBeyondBudget).toBe(false);
    byHand(person, "dois");
    await s.settle();
    accept("dois");
    byHand(person, "três");
    await s.settle();
    expect(texts()).toEqual(["um", "dois", "três"]);
    expect(s.row("SELECT count(*) AS n FROM first_contact")).toEqual({ n: 2 });
    expect(refusal(() => byHand(customer(false), "quatro"))).toEqual([409, "ERR_NEW_CHAT_CONFIRM"]);
  });

  test("a confirmed chat whose message is cancelled before it is sent does not count, and its confirmation is valid for that day", async () => {
    limit(1);
    const [first, second] = [customer(false), customer(false)];
    byHand(first, "um");
    await s.settle();
    startBeyondBudget(ana, second.contactId, s.connectionId);
    run(s.tenant.db, "UPDATE connection SET status = 'TIMEOUT'");
    const message = byHand(second, "dois");
    await deleteMessage(ana, message.id);
    run(s.tenant.db, "UPDATE connection SET status = 'CONNECTED'");
    await s.settle();
    expect(texts()).toEqual(["um"]);
    const used = () => ownBudget(readerOf(s.tenant), s.connectionId).used;
    expect(used()).toBe(1);
    expect(incidentFacts(s.tenant, s.connectionId)).toMatchObject({ contacts: 1 });
    byHand(second, "dois, de novo");
    await s.settle();
    expect([texts().at(-1), used()]).toEqual(["dois, de novo", 2]);
    const third = customer(false);
    startBeyondBudget(ana, third.contactId, s.connectionId);
    s.clock.advance(DAY);
    byHand(customer(false), "outro dia");
    await s.settle();
    expect(refusal(() => byHand(third, "três"))).toEqual([409, "ERR_NEW_CHAT_CONFIRM"]);
  });

  test("no confirmation is needed for established chats, while new chats are held, or without a limit", async () => {
    limit(1);
    byHand(customer(false), "um");
    await s.settle();
    byHand(customer(true), "conhecido");
    lock();
    byHand(customer(false), "espera");
    lift();
    limit(0);
    byHand(customer(false), "sem limite");
    await s.settle();
    expect(texts().toSorted()).toEqual(["conhecido", "espera", "sem limite", "um"]);
  });

  test("a ticket moved to another number starts a new chat there: it counts, and needs a confirmation", async () => {
    const other = testConnection(s.tenant, { name: "Loja Norte" });
    run(s.tenant.db, "UPDATE connection SET send_interval_ms = 0");
    limit(1);
    const [first, second] = [customer(true), customer(true)];
    for (const { ticketId } of [first, second])
      s.tenant.write((unit) => {
        const ticket = ticketById(unit.db, ticketId);
        if (ticket)
          transferTicket(unit, ana.actor, ticket, {
            queueId: testQueue(s.tenant, `Fila ${ticketId}`),
            userId: ana.actor.id,
            whatsappId: other,
          });
      });
    byHand(first, "um");
    await s.settle();
    const counted = "SELECT contact_id AS contactId, connection_id AS connectionId FROM first_contact";
    expect(s.rows(counted)).toEqual([{ contactId: first.contactId, connectionId: other }]);
    expect(refusal(() => byHand(second, "dois"))).toEqual([409, "ERR_NEW_CHAT_CONFIRM"]);
    s.tenant.write((unit) =>
      openRestriction(unit, { connectionId: other, kind: "reachout_lock", endsAt: null }),
    );
    byHand(second, "dois");
    await s.settle();
    expect(held()).toEqual([{ by: "reachout_lock", source: "message" }]);
  });

  test("the first answer of a first contact is stored, and the health score counts contacts without an answer", async () => {
    const [first, second] = [customer(false), customer(false)];
    byHand(first, "um");
    byHand(second, "dois");
    await s.settle();
    s.clock.advance(MINUTE);
    const at = s.clock.now();
    s.receive(wrote(first, "Oi", at));
    s.clock.advance(MINUTE);
    s.receive(wrote(first, "Tudo bem?", s.clock.now()));
    expect(s.rows("SELECT contact_id AS id, answered_at AS at FROM first_contact ORDER BY id")).toEqual([
      { id: first.contactId, at },
      { id: second.contactId, at: null },
    ]);
    expect(incidentFacts(s.tenant, s.connectionId)).toMatchObject({ contacts: 2, silent: 1 });
  });

  test("first contacts are deleted after 90 days, all of them in several steps, and younger ones stay", async () => {
    const insert = `INSERT INTO first_contact (connection_id, contact_id, at, source, text_hash)
      SELECT ?, id, ?, 'api', '' FROM contact WHERE id BETWEEN ? AND ?`;
    const now = s.clock.now();
    const copy = `INSERT INTO contact (uuid, name, created_at, updated_at)
      SELECT 'c' || value, 'Contato ' || value, 0, 0 FROM json_each(?)`;
    run(s.tenant.db, copy, JSON.stringify([...Array(2500).keys()]));
    const first = s.row<{ id: number }>("SELECT min(id) AS id FROM contact WHERE uuid LIKE 'c%'")?.id ?? 0;
    run(s.tenant.db, insert, s.connectionId, now - 90 * DAY - 1, first, first + 2398);
    run(s.tenant.db, insert, s.connectionId, now - 90 * DAY + HOUR, first + 2399, first + 2499);
    s.tenant.write((unit) => unit.scheduleWake("first-contacts", now));
    for (let run = 0; run < 3; run += 1) await cleanUpFirstContacts.run(s.installation);
    expect(s.row("SELECT count(*) AS n FROM first_contact")).toEqual({ n: 101 });
    s.clock.advance(DAY + 1);
    await cleanUpFirstContacts.run(s.installation);
    expect(s.row("SELECT count(*) AS n FROM first_contact")).toEqual({ n: 0 });
  });

  test("a second message to the same contact counts once", async () => {
    limit(1);
    const person = customer(false);
    byApi(person, "um");
    await s.settle();
    accept("um");
    byApi(person, "dois");
    await s.settle();
    expect(texts()).toEqual(["um", "dois"]);
  });

  test("a message that waits for the next day is cancelled when its contact was blocked meanwhile", async () => {
    limit(1);
    byApi(customer(false), "um");
    await s.settle();
    accept("um");
    const person = customer(false);
    byApi(person, "dois");
    await s.settle();
    run(s.tenant.db, "UPDATE contact SET blocked = 1 WHERE id = ?", person.contactId);
    await pass(DAY + 12 * HOUR, 10 * MINUTE);
    expect(texts()).toEqual(["um"]);
    const state = s.row("SELECT state FROM outbox WHERE contact_id = ?", person.contactId);
    expect(state).toEqual({ state: "cancelled" });
  });

  test("a message to a number for which the network does not answer is held", async () => {
    const person = customer(false);
    run(s.tenant.db, "DELETE FROM number_check");
    run(s.tenant.db, "UPDATE contact_identity SET exists_state = 'unknown'");
    s.provider.answers.checkNumber = () => null;
    byApi(person, "alô?");
    await s.settle();
    expect(texts()).toEqual([]);
    expect(held()).toEqual([{ by: "number_check", source: "api" }]);
  });
});

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { deleteConnection } from "#channels/connections/crud/delete.ts";
import { openRestriction } from "#channels/connections/index.ts";
import { retryMessage } from "#inbox/messages/change/retry.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { mergeByHand } from "#people/contacts/merge/merge.ts";
import { run } from "#platform/db/database.ts";
import { testConnection } from "#test/helpers/installation.ts";
import {
  accept,
  ana,
  beginHolding,
  byApi,
  byBot,
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
  sweep,
  texts,
} from "./testing.ts";

beforeEach(beginHolding);
afterEach(() => s.close());

describe("a number whose network locks new chats", () => {
  test("a restriction of new chats holds messages of every source to cold contacts, and none to established chats", async () => {
    lock();
    const [a, b, c, d, e] = [
      customer(false),
      customer(false),
      customer(false),
      customer(false),
      customer(false),
    ];
    const known = customer(true);
    byHand(a, "mão");
    bySchedule(b, "agenda");
    byApi(c, "api");
    bySchedule(d, "campanha", "campaign");
    byBot(e, "robô");
    byHand(known, "oi de novo");
    await s.settle();
    expect(texts()).toEqual(["oi de novo"]);
    expect(held().map(({ by }) => by)).toEqual(Array(5).fill("reachout_lock"));
    const shown = s.row("SELECT send_state AS state, send_error AS error FROM message WHERE body = 'mão'");
    expect(shown).toEqual({ state: "queued", error: "ERR_NUMBER_RESTRICTED" });
  });

  test("held messages are sent one per minute after the restriction: people, schedules, API, campaigns", async () => {
    lock();
    for (const turn of [1, 2]) {
      bySchedule(customer(false), `campanha ${turn}`, "campaign");
      byApi(customer(false), `api ${turn}`);
      bySchedule(customer(false), `agenda ${turn}`);
      byHand(customer(false), `mão ${turn}`);
    }
    await s.settle();
    expect(held()).toHaveLength(8);
    lift();
    const order = ["mão 1", "mão 2", "agenda 1", "agenda 2", "api 1", "api 2", "campanha 1", "campanha 2"];
    await sweep();
    expect(texts()).toEqual(order.slice(0, 1));
    for (let n = 2; n <= order.length; n += 1) {
      await pass(59_000, 59_000);
      expect(texts()).toEqual(order.slice(0, n - 1));
      await pass(1000, 1000);
      expect(texts()).toEqual(order.slice(0, n));
      accept(order[n - 2] ?? "");
    }
  });

  test("held messages keep a pace after the first hour: one per send interval of the connection", async () => {
    lock();
    byApi(customer(false), "api");
    await s.settle();
    const copy = `INSERT INTO outbox (connection_id, contact_id, priority, source, source_key, payload, next_try_at,
      created_at, is_cold, held_by) SELECT connection_id, contact_id + n.value, priority, source, 'copy:' || n.value,
      payload, next_try_at, created_at, 1, held_by FROM outbox, json_each(?) n`;
    run(s.tenant.db, copy, JSON.stringify([...Array(64).keys()].map((n) => 1000 + n)));
    run(s.tenant.db, "UPDATE connection SET send_interval_ms = 5000, status = 'TIMEOUT'");
    lift();
    const begin = s.clock.now();
    const times = s.rows<{ at: number }>("SELECT next_try_at AS at FROM outbox ORDER BY next_try_at");
    expect(times.slice(58).map(({ at }) => at - begin)).toEqual([
      ...[58, 59, 60].map((n) => n * MINUTE),
      ...[1, 2, 3, 4].map((n) => HOUR + n * 5000),
    ]);
  });

  test("a customer who writes gets the held messages immediately, in order", async () => {
    lock();
    const person = customer(false);
    byHand(person, "primeira");
    byHand(person, "segunda");
    await s.settle();
    expect(texts()).toEqual([]);
    s.receive(wrote(person, "Oi", s.clock.now()));
    await s.settle();
    expect(texts()).toEqual(["primeira", "segunda"]);
  });

  test("a customer who writes after the restriction gets the held messages immediately", async () => {
    lock();
    byHand(customer(false), "outro");
    const person = customer(false);
    byHand(person, "primeira");
    await s.settle();
    lift();
    await s.settle();
    expect(texts()).toEqual(["outro"]);
    s.receive(wrote(person, "Oi", s.clock.now()));
    byHand(person, "resposta");
    await s.settle();
    accept("primeira");
    await s.settle();
    expect(texts()).toEqual(["outro", "primeira", "resposta"]);
  });

  test("held messages are sent immediately when their contact is merged with a contact who wrote", async () => {
    lock();
    const [known, person] = [customer(true), customer(false)];
    byHand(person, "primeira");
    await s.settle();
    run(s.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1");
    await mergeByHand(s.admin, known.contactId, person.contactId);
    await s.settle();
    expect(texts()).toEqual(["primeira"]);
  });

  test("a held campaign message is cancelled when its contact opted out or was blocked meanwhile", async () => {
    lock();
    for (const [n, change] of ["opted_out_at = 1", "blocked = 1"].entries()) {
      const person = customer(false);
      bySchedule(person, `campanha ${n}`, "campaign");
      await s.settle();
      run(s.tenant.db, `UPDATE contact SET ${change} WHERE id = ?`, person.contactId);
    }
    lift();
    await s.settle();
    await pass(2 * MINUTE);
    expect(texts()).toEqual([]);
    expect(s.rows("SELECT state FROM outbox")).toEqual([{ state: "cancelled" }, { state: "cancelled" }]);
  });

  test("no waiting message of any source is sent to a contact who was blocked meanwhile", async () => {
    lock();
    const [a, b, c, d] = [customer(false), customer(false), customer(false), customer(false)];
    byHand(a, "mão");
    bySchedule(b, "agenda");
    byApi(c, "api");
    byHand(d, "permitida");
    await s.settle();
    run(s.tenant.db, "UPDATE contact SET blocked = 1 WHERE id <> ?", d.contactId);
    lift();
    await s.settle();
    await pass(5 * MINUTE);
    expect([...new Set(texts())]).toEqual(["permitida"]);
    const states = "SELECT state, count(*) AS n FROM outbox WHERE contact_id <> ? GROUP BY state";
    expect(s.rows(states, d.contactId)).toEqual([{ state: "cancelled", n: 3 }]);
    const shown = "SELECT DISTINCT send_error AS error FROM message WHERE contact_id <> ?";
    expect(s.rows(shown, d.contactId)).toEqual([{ error: "ERR_CONTACT_BLOCKED" }]);
  });

  test("a contact who opted out of campaigns still gets what a person wrote", async () => {
    lock();
    const person = customer(false);
    byHand(person, "mão");
    await s.settle();
    run(s.tenant.db, "UPDATE contact SET opted_out_at = 1");
    lift();
    await s.settle();
    expect(texts()).toEqual(["mão"]);
  });

  test("a contact whose privacy token the session holds is established", async () => {
    lock();
    s.provider.answers.isEstablished = () => true;
    byHand(customer(false), "com token");
    await s.settle();
    expect(texts()).toEqual(["com token"]);
  });

  test("held messages expire after a week, messages of bots after ten minutes", async () => {
    lock();
    byHand(customer(false), "mão");
    const { ticketId } = customer(false);
    byBot({ ticketId }, "robô");
    await s.settle();
    await pass(11 * MINUTE);
    const states = () =>
      s.rows("SELECT body, send_state AS state, send_error AS error FROM message ORDER BY id");
    expect(states()).toMatchObject([{ state: "queued" }, { body: "robô", state: "cancelled" }]);
    await pass(7 * DAY, HOUR);
    expect(states()[0]).toMatchObject({ state: "failed", error: "ERR_HELD_EXPIRED" });
    expect(texts()).toEqual([]);
  });

  test("an expired held message that its author retries is sent when no restriction is in force", async () => {
    lock();
    const message = byHand(customer(false), "de novo");
    await s.settle();
    await pass(7 * DAY + HOUR, HOUR);
    expect(held()).toEqual([]);
    lift();
    retryMessage(ana, message.id);
    await s.settle();
    await sweep();
    expect(texts()).toEqual(["de novo"]);
  });

  test("held messages of a deleted connection are sent one per minute on the connection that replaces it", async () => {
    lock();
    byHand(customer(false), "um");
    byHand(customer(false), "dois");
    await s.settle();
    const heir = testConnection(s.tenant, { name: "Herdeira" });
    run(s.tenant.db, "UPDATE connection SET status = 'CONNECTED' WHERE id = ?", heir);
    deleteConnection(s.admin, s.connectionId, heir);
    await s.settle();
    await sweep();
    expect(texts()).toEqual(["um"]);
    await pass(MINUTE);
    expect(texts()).toContain("dois");
  });

  for (const isGroup of [false, true])
    test(`a waiting message of a deleted connection ${isGroup ? "is free for a group" : "is held for a person who never wrote"} on its locked heir`, async () => {
      const person = customer(true);
      if (isGroup) run(s.tenant.db, "UPDATE contact SET is_group = 1 WHERE id = ?", person.contactId);
      run(s.tenant.db, "UPDATE connection SET status = 'TIMEOUT' WHERE id = ?", s.connectionId);
      byHand(person, "oi de novo");
      await s.settle();
      const heir = testConnection(s.tenant, { name: "Herdeira" });
      run(s.tenant.db, "UPDATE connection SET status = 'CONNECTED' WHERE id = ?", heir);
      s.tenant.write((unit) =>
        openRestriction(unit, { connectionId: heir, kind: "reachout_lock", endsAt: null }),
      );
      deleteConnection(s.admin, s.connectionId, heir);
      await s.settle();
      await sweep();
      expect(texts()).toEqual(isGroup ? ["oi de novo"] : []);
      expect(held().map(({ by }) => by)).toEqual(isGroup ? [] : ["reachout_lock"]);
    });

  test("messages beyond the maximum number of held messages are rejected with an error code for every source", async () => {
    lock();
    const [a, b, c, known] = [customer(false), customer(false), customer(false), customer(true)];
    byApi(customer(false), "api");
    await s.settle();
    const copy = `INSERT INTO outbox (connection_id, contact_id, priority, source, source_key, payload, next_try_at,
      created_at, is_cold, held_by) SELECT connection_id, contact_id + n.value, priority, source, 'copy:' || n.value,
      payload, next_try_at, created_at, 1, held_by FROM outbox, json_each(?) n`;
    run(s.tenant.db, copy, JSON.stringify([...Array(999).keys()].map((n) => 1000 + n)));
    expect(() => byHand(a, "mão")).toThrow("ERR_NUMBER_RESTRICTED");
    expect(bySchedule(b, "agenda")).toEqual({ code: "ERR_HELD_LIMIT" });
    byBot(c, "robô");
    byHand(known, "conhecido");
    await s.settle();
    expect(texts()).toEqual(["conhecido"]);
    expect(s.row("SELECT state FROM outbox WHERE source = 'bot'")).toEqual({ state: "cancelled" });
  });

  test("a hold counts no attempt and gives the message no network id", async () => {
    lock();
    const message = byHand(customer(false), "apagada");
    await s.settle();
    expect(s.row("SELECT provider_id AS id, attempts FROM outbox WHERE message_id = ?", message.id)).toEqual({
      id: null,
      attempts: 0,
    });
  });
});

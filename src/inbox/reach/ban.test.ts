import { afterEach, beforeEach, expect, test } from "bun:test";
import { deleteConnection } from "#channels/connections/crud/delete.ts";
import { openRestriction } from "#channels/connections/index.ts";
import { retryMessage } from "#inbox/messages/change/retry.ts";
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
  copyHeld,
  customer,
  HOUR,
  held,
  inactive,
  MINUTE,
  openSession,
  pass,
  s,
  sweep,
  texts,
} from "./testing.ts";

beforeEach(async () => {
  beginHolding();
  await openSession(inactive);
});
afterEach(() => s.close());

/** The network ends the session with a ban of an hour (402). */
const ban = async () => {
  const given = { reason: 402, code: 101, remainingMs: HOUR, text: "" } as const;
  s.provider.say(s.key, { type: "closed", reason: "temp_ban", detail: "", ban: given });
  await s.settle();
};
const unban = async () => {
  s.provider.open(s.key);
  await s.settle();
};

test("messages to new contacts queued during a temporary ban are sent one per minute after it: people, schedules, API, campaigns", async () => {
  await ban();
  bySchedule(customer(false), "campanha", "campaign");
  byApi(customer(false), "api");
  bySchedule(customer(false), "agenda");
  byHand(customer(false), "mão");
  byHand(customer(true), "conhecido");
  expect(held().map(({ by }) => by)).toEqual(Array(4).fill("temp_ban"));
  const shown = s.row("SELECT send_state AS state, send_error AS error FROM message WHERE body = 'mão'");
  expect(shown).toEqual({ state: "queued", error: "ERR_NUMBER_RESTRICTED" });
  await pass(HOUR);
  expect(texts()).toEqual([]);
  await unban();
  expect(texts().toSorted()).toEqual(["conhecido", "mão"]);
  const order = ["agenda", "api", "campanha"];
  for (const [n, text] of order.entries()) {
    await pass(59_000, 59_000);
    expect(texts()).not.toContain(text);
    await pass(1000, 1000);
    expect(texts().at(-1)).toBe(text);
    accept(n === 0 ? "mão" : (order[n - 1] ?? ""));
  }
});

test("messages to new contacts queued before a temporary ban are held when it begins", async () => {
  run(s.tenant.db, "UPDATE connection SET status = 'TIMEOUT'");
  for (const text of ["um", "dois", "três"]) byApi(customer(false), text);
  expect(held()).toEqual([]);
  run(s.tenant.db, "UPDATE connection SET status = 'CONNECTED'");
  await ban();
  expect(held().map(({ by }) => by)).toEqual(Array(3).fill("temp_ban"));
  await unban();
  expect(texts()).toEqual(["um"]);
  await pass(MINUTE);
  expect([...new Set(texts())]).toEqual(["um", "dois"]);
});

test("during a temporary ban at most 1,000 messages to new contacts wait", async () => {
  const [a, b, c, d] = [customer(false), customer(false), customer(false), customer(false)];
  const known = customer(true);
  await ban();
  byApi(a, "api");
  copyHeld(999);
  expect(() => byHand(b, "mão")).toThrow("ERR_NUMBER_RESTRICTED");
  expect(bySchedule(c, "agenda")).toEqual({ code: "ERR_HELD_LIMIT" });
  byBot(d, "robô");
  expect(s.row("SELECT state FROM outbox WHERE source = 'bot'")).toEqual({ state: "cancelled" });
  byHand(known, "conhecido");
  expect(s.row("SELECT state FROM outbox ORDER BY id DESC LIMIT 1")).toEqual({ state: "queued" });
});

test("retrying a failed message to a new contact during a temporary ban holds the message", async () => {
  run(s.tenant.db, "UPDATE connection SET status = 'TIMEOUT'");
  const message = byHand(customer(false), "de novo");
  run(s.tenant.db, "UPDATE outbox SET state = 'failed'");
  run(s.tenant.db, "UPDATE message SET send_state = 'failed'");
  run(s.tenant.db, "UPDATE connection SET status = 'CONNECTED'");
  await ban();
  retryMessage(ana, message.id);
  expect(held().map(({ by }) => by)).toEqual(["temp_ban"]);
});

test("messages of a deleted connection are held while the connection that replaces it is banned", async () => {
  run(s.tenant.db, "UPDATE connection SET status = 'TIMEOUT'");
  byHand(customer(false), "herança");
  const heir = testConnection(s.tenant, { name: "Herdeira" });
  s.tenant.write((unit) => openRestriction(unit, { connectionId: heir, kind: "temp_ban", endsAt: null }));
  deleteConnection(s.admin, s.connectionId, heir);
  await s.settle();
  await sweep();
  expect(held().map(({ by }) => by)).toEqual(["temp_ban"]);
});

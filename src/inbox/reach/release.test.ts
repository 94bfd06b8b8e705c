import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { updateConnection } from "#channels/connections/crud/update.ts";
import { MessageUpdated } from "#inbox/messages/events.ts";
import { run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import {
  accept,
  beginHolding,
  byApi,
  copyHeld,
  customer,
  DAY,
  HOUR,
  held,
  inactive,
  lift,
  lock,
  MINUTE,
  openSession,
  pass,
  s,
  sweep,
  texts,
} from "./testing.ts";

beforeEach(beginHolding);
afterEach(() => s.close());

const timesAfter = (begin: number) =>
  s
    .rows<{ at: number }>("SELECT next_try_at AS at FROM outbox ORDER BY next_try_at")
    .map(({ at }) => at - begin);

describe("a held message whose restriction has ended", () => {
  /** A row as a process of an earlier release may have left it: held although its restriction has ended. */
  const leave = (heldBy: string) =>
    run(
      s.tenant.db,
      "UPDATE outbox SET state = 'queued', held_by = ?, next_try_at = created_at + ?",
      heldBy,
      7 * DAY,
    );

  test("a message held for an ended restriction is sent when the session opens", async () => {
    lock();
    byApi(customer(false), "preso");
    await s.settle();
    run(s.tenant.db, "UPDATE connection_restriction SET lifted_at = 1");
    expect(held()).toHaveLength(1);
    await openSession(inactive);
    expect(held()).toEqual([]);
    await sweep();
    expect(texts()).toEqual(["preso"]);
  });

  test("a message held for an ended restriction is sent within 15 minutes", async () => {
    lock();
    for (const text of ["um", "dois"]) byApi(customer(false), text);
    await s.settle();
    lift();
    run(s.tenant.db, "UPDATE connection SET status = 'TIMEOUT'");
    leave("reachout_lock");
    run(s.tenant.db, "UPDATE connection SET status = 'CONNECTED'");
    await pass(15 * MINUTE);
    expect(held()).toEqual([]);
    // Each is sent again under the same id, because the network accepts none.
    expect([...new Set(texts())]).toEqual(["um", "dois"]);
  });

  test("a message held for an ended restriction waits for another restriction that is in force", async () => {
    lock();
    byApi(customer(false), "espera");
    await s.settle();
    leave("new_chat_cap");
    await sweep();
    await pass(15 * MINUTE);
    expect([held().map(({ by }) => by), texts()]).toEqual([["reachout_lock"], []]);
  });

  test("when an admin raises the budget during the day, as many waiting messages are sent as it allows", async () => {
    const raise = (newChatsPerDay: number) => updateConnection(s.admin, s.connectionId, { newChatsPerDay });
    await raise(1);
    for (const text of ["um", "dois", "três"]) byApi(customer(false), text);
    await s.settle();
    accept("um");
    expect(held()).toHaveLength(2);
    await raise(2);
    await pass(3 * MINUTE);
    expect([...new Set(texts())]).toEqual(["um", "dois"]);
    expect(held().map(({ by }) => by)).toEqual(["budget"]);
  });
});

describe("the release of many messages", () => {
  test("a thousand held messages are released in one transaction and broadcast in slices of fifty", async () => {
    lock();
    byApi(customer(false), "api");
    await s.settle();
    copyHeld(999);
    run(s.tenant.db, "UPDATE connection SET status = 'TIMEOUT'");
    const shown = new Map<TenantUnit, number>();
    s.installation.bus.within(MessageUpdated, (unit) => void shown.set(unit, (shown.get(unit) ?? 0) + 1));
    lift();
    expect(held()).toEqual([]);
    const waits = "SELECT count(*) AS n FROM message WHERE send_error IS NOT NULL";
    expect(s.row(waits)).toEqual({ n: 0 });
    for (let n = 0; n < 50 && shown.size < 20; n += 1) await s.settle();
    expect([shown.size, Math.max(...shown.values())]).toEqual([20, 50]);
    expect([...shown.values()].reduce((sum, n) => sum + n)).toBe(1000);
  });

  test("messages that waited for the budget and become due in several steps are sent one per minute", async () => {
    run(s.tenant.db, "UPDATE connection SET new_chats_per_day = 1");
    byApi(customer(false), "um");
    await s.settle();
    byApi(customer(false), "dois");
    await s.settle();
    expect(held().map(({ by }) => by)).toEqual(["budget"]);
    run(s.tenant.db, "DELETE FROM outbox WHERE held_by IS NULL");
    copyHeld(249);
    run(s.tenant.db, "UPDATE outbox SET next_try_at = next_try_at + 30000 WHERE id % 2 = 0");
    run(s.tenant.db, "UPDATE connection SET status = 'TIMEOUT'");
    const begin = s.row<{ at: number }>("SELECT min(next_try_at) AS at FROM outbox")?.at ?? 0;
    s.clock.advance(begin - s.clock.now());
    await sweep();
    await pass(MINUTE, 30_000);
    expect(held()).toEqual([]);
    const times = timesAfter(begin);
    expect(times[0]).toBe(0);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...gaps.slice(0, 59))).toBeGreaterThanOrEqual(MINUTE);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
    expect((times.at(-1) ?? 0) / HOUR).toBeGreaterThan(1);
    expect(times.at(-1) ?? 0).toBeLessThan(DAY);
  });
});

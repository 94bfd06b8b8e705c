import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { SessionChanged } from "#channels/connections/events.ts";
import { all, one, run } from "#platform/db/database.ts";
import { startNight } from "./night.testing.ts";
import { nextNight } from "./policy.ts";
import { type Office, openOffice } from "./testing.ts";

const HOUR_MS = 3_600_000;

let office: Office;
beforeAll(async () => {
  office = await openOffice();
}, 30_000);
afterAll(() => office.close());
beforeEach(() => {
  office.network.faults.clear();
  run(office.tenant.db, "DELETE FROM reconciliation_run");
  run(office.tenant.db, "DELETE FROM reconciliation_phone");
  run(office.tenant.db, "UPDATE reconciliation_chat SET silences = 0");
  run(office.tenant.db, "UPDATE connection SET reconcile_chats = 30, linked_at = 1");
  office.app.clock.advance(2 * HOUR_MS);
  renew();
});
/** The session of the admin ends after some days. */
const renew = () => {
  office.admin = { ...office.admin };
};

const lastRun = () =>
  one<{ cause: string; state: string; asked: number; answered: number; silences: number }>(
    office.tenant.db,
    "SELECT cause, state, asked, answered, silences FROM reconciliation_run ORDER BY id DESC LIMIT 1",
  );
/** Customers with a new message each. */
const chats = async (count: number, text: string) => {
  for (let n = 0; n < count; n += 1) {
    await office.writes(office.person(), `${text} ${n}`);
    await office.stored(`${text} ${n}`);
  }
};

describe("the budget of comparisons", () => {
  test("a check by hand is allowed once an hour, and not while a comparison runs", async () => {
    await chats(2, "hand");
    expect((await office.checkNow()).status).toBe(200);
    expect(await office.checkNow()).toMatchObject({
      status: 409,
      body: { error: "ERR_RECONCILIATION_RUNNING" },
    });
    await office.finish();
    expect(await office.checkNow()).toMatchObject({ status: 429, body: { error: "ERR_RATE_LIMIT" } });
    office.app.clock.advance(HOUR_MS);
    expect((await office.checkNow()).status).toBe(200);
    await office.finish();
  });

  test("a check of a connection that is not open is rejected with 400", async () => {
    run(office.tenant.db, "UPDATE connection SET status = 'TIMEOUT'");
    expect(await office.checkNow()).toMatchObject({
      status: 400,
      body: { error: "ERR_WAPP_NOT_INITIALIZED" },
    });
    run(office.tenant.db, "UPDATE connection SET status = 'CONNECTED'");
  });

  test("a check by hand of a restricted number is rejected with 409, and allowed after the restriction", async () => {
    await chats(1, "held");
    run(
      office.tenant.db,
      "INSERT INTO connection_restriction (connection_id, kind, effect, since, checked_at) VALUES (?, 'reachout_lock', 'new_chats', 1, 1)",
      office.connectionId,
    );
    expect(await office.checkNow()).toMatchObject({
      status: 409,
      body: { error: "ERR_RECONCILIATION_HELD" },
    });
    run(office.tenant.db, "DELETE FROM connection_restriction");
    expect((await office.checkNow()).status).toBe(200);
    await office.finish();
  });

  test("checks by hand compare at most 150 chats a day; the next check is allowed at midnight of the company", async () => {
    const checked = (asked: number) =>
      run(
        office.tenant.db,
        `INSERT INTO reconciliation_run (connection_id, cause, state, due_at, most_chats, created_at, asked)
          VALUES (?, 'manual', 'done', 1, 150, ?, ?)`,
        ...[office.connectionId, office.app.clock.now(), asked],
      );
    office.app.clock.set(Math.ceil(office.app.clock.now() / (24 * HOUR_MS)) * 24 * HOUR_MS + 15 * HOUR_MS);
    const midnight = new Date(office.app.clock.now() + 12 * HOUR_MS).toISOString();
    checked(148);
    office.app.clock.advance(2 * HOUR_MS);
    await chats(4, "by hand");
    expect((await office.checkNow()).status).toBe(200);
    await office.finish();
    expect(lastRun()).toMatchObject({ state: "done", asked: 2 });
    office.app.clock.advance(HOUR_MS);
    expect(await office.checkNow()).toMatchObject({
      status: 429,
      body: { error: "ERR_RATE_LIMIT", details: { retryAt: midnight } },
    });
    expect(await office.report()).toMatchObject({ checkAllowedAt: midnight });
    office.app.clock.set(Date.parse(midnight) + 1000);
    renew();
    expect(await office.report()).toMatchObject({ checkAllowedAt: null });
    expect((await office.checkNow()).status).toBe(200);
    await office.finish();
    expect(lastRun()).toMatchObject({ asked: 2 });
  });

  test("the nightly run stops at 05:00, and its remaining chats wait for the next night", async () => {
    await chats(5, "late");
    await startNight(office);
    await office.finish();
    run(office.tenant.db, "DELETE FROM reconciliation_run");
    run(office.tenant.db, "DELETE FROM reconciliation_chat");
    office.app.clock.advance(20 * HOUR_MS);
    // 04:59:45 of the company.
    office.app.clock.set(nextNight(office.app.clock.now(), "America/Sao_Paulo") + 3 * HOUR_MS - 15_000);
    await office.app.app.runJob("reconciliation");
    await office.finish();
    const stopped = lastRun();
    expect(stopped).toMatchObject({ cause: "night", state: "stopped" });
    expect(stopped?.asked).toBeGreaterThan(0);
    expect(stopped?.asked).toBeLessThan(4);
  });

  test("at night at most the connection's number of chats is compared, ten seconds apart", async () => {
    await chats(5, "night");
    run(office.tenant.db, "UPDATE connection SET reconcile_chats = 3");
    const before = office.shop.historyRequests;
    await startNight(office);
    const begun = office.app.clock.now();
    await office.finish();
    expect(office.shop.historyRequests - before).toBe(3);
    expect(office.app.clock.now() - begun).toBeGreaterThanOrEqual(2 * 7000);
    expect(lastRun()).toMatchObject({ cause: "night", state: "done", asked: 3, answered: 3 });
  });

  test("the nightly comparison runs once a night, and no comparison starts automatically during the day", async () => {
    await chats(1, "once");
    await startNight(office);
    await office.finish();
    office.app.clock.advance(HOUR_MS);
    await office.app.app.runJob("reconciliation");
    office.app.clock.advance(8 * HOUR_MS);
    await office.app.app.runJob("reconciliation");
    expect(all(office.tenant.db, "SELECT id FROM reconciliation_run")).toHaveLength(1);
  });

  test("a connection with 0 chats, one linked for less than a day and a restricted one are not compared", async () => {
    await chats(1, "off");
    for (const change of ["reconcile_chats = 0", `linked_at = ${office.app.clock.now() + 20 * HOUR_MS}`]) {
      run(office.tenant.db, `UPDATE connection SET reconcile_chats = 30, linked_at = 1`);
      run(office.tenant.db, `UPDATE connection SET ${change}`);
      await startNight(office);
      expect(lastRun()).toBeUndefined();
      office.app.clock.advance(8 * HOUR_MS);
    }
    run(office.tenant.db, "UPDATE connection SET reconcile_chats = 30, linked_at = 1");
    const restriction =
      "INSERT INTO connection_restriction (connection_id, kind, effect, since, checked_at) VALUES (?, 'reachout_lock', 'new_chats', 1, 1)";
    run(office.tenant.db, restriction, office.connectionId);
    await startNight(office);
    expect(lastRun()).toBeUndefined();
    run(office.tenant.db, "DELETE FROM connection_restriction");
    office.app.clock.advance(8 * HOUR_MS);
  });

  test("the phone gets no request for a chat without new messages", async () => {
    await chats(1, "still");
    await office.checkNow();
    await office.finish();
    const before = office.shop.historyRequests;
    office.app.clock.advance(HOUR_MS);
    await office.checkNow();
    await office.finish();
    expect(office.shop.historyRequests).toBe(before);
    expect(lastRun()).toMatchObject({ state: "done", asked: 0 });
  });
});

describe("an interruption", () => {
  const opens = (silentFor: number) =>
    office.tenant.write((unit) => {
      const state = { statusReason: null, qrcode: "", retries: 0, health: "ok" } as const;
      unit.emit(SessionChanged, {
        connectionId: office.connectionId,
        before: { ...state, status: "OPENING" },
        after: { ...state, status: "CONNECTED" },
        lastEventAt: unit.now - silentFor,
      });
    });

  test("a connection that was interrupted for more than five minutes is compared ten minutes later", async () => {
    await chats(1, "away");
    opens(4 * 60_000);
    expect(lastRun()).toBeUndefined();
    opens(6 * 60_000);
    expect(lastRun()).toMatchObject({ cause: "interruption", state: "waiting" });
    await office.app.app.runJob("reconciliation");
    expect(lastRun()).toMatchObject({ state: "waiting" });
    office.app.clock.advance(10 * 60_000);
    await office.app.app.runJob("reconciliation");
    await office.finish();
    expect(lastRun()).toMatchObject({ cause: "interruption", state: "done", asked: 1, answered: 1 });
  });
});

describe("a phone that does not answer", () => {
  test("three consecutive requests without an answer end the run, and one request is made in milliseconds", async () => {
    await chats(5, "silent");
    office.network.faults.add({ kind: "onDemand", answer: "never" });
    await office.checkNow();
    await office.finish();
    expect(lastRun()).toMatchObject({ state: "silent", asked: 3, answered: 0, silences: 3 });
    expect(one(office.tenant.db, "SELECT unit FROM reconciliation_phone")).toEqual({ unit: null });
    const report = await office.report();
    expect(report).toMatchObject({ silentChats: 3, isProven: false });
  }, 30_000);

  test("the product detects a phone that expects times in milliseconds, and stores the unit", async () => {
    await chats(3, "ms");
    office.network.faults.add({ kind: "onDemand", unit: "milliseconds" });
    await office.checkNow();
    await office.finish();
    expect(lastRun()).toMatchObject({ state: "done" });
    expect(one(office.tenant.db, "SELECT unit FROM reconciliation_phone")).toEqual({ unit: "milliseconds" });
  }, 30_000);
});

describe("messages that must not come back", () => {
  const check = async () => {
    office.app.clock.advance(HOUR_MS);
    expect((await office.checkNow()).status).toBe(200);
    await office.finish();
  };
  const gaps = () => one<{ n: number }>(office.tenant.db, "SELECT count(*) AS n FROM message_gap")?.n ?? 0;

  test("messages of an erased person are not fetched again", async () => {
    const nina = office.person("Nina");
    await office.writes(nina, "before the erasure 1");
    await office.writes(nina, "before the erasure 2");
    await office.stored("before the erasure 2");
    const contact = one<{ id: number }>(office.tenant.db, "SELECT id FROM contact WHERE name = 'Nina'");
    run(office.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1");
    expect((await office.app.api(office.admin).delete(`/contacts/${contact?.id}`)).status).toBe(200);
    await office.writes(nina, "after the erasure", { hoursAgo: -0.2 });
    await office.stored("after the erasure");
    await check();
    expect(office.bodiesOf(nina)).toEqual(["after the erasure"]);
    expect(gaps()).toBe(0);
  });

  test("messages that retention deleted are not fetched again", async () => {
    const olga = office.person("Olga");
    await office.writes(olga, "kept for a day", { hoursAgo: 50 });
    await office.stored("kept for a day");
    run(office.tenant.db, "DELETE FROM message WHERE body = 'kept for a day'");
    run(office.tenant.db, "DELETE FROM inbound_event");
    writeSetting(office.tenant, "ticketRetentionDays", "1");
    await office.writes(olga, "newer");
    await office.stored("newer");
    await check();
    expect(office.bodiesOf(olga)).toEqual(["newer"]);
    expect(gaps()).toBe(0);
    writeSetting(office.tenant, "ticketRetentionDays", "0");
  });

  test("messages of a ticket that an admin deleted are not fetched again, also after their inbox rows were deleted", async () => {
    const pia = office.person("Pia");
    for (let n = 0; n < 120; n += 1) await office.writes(pia, `deleted ${n}`, { hoursAgo: 2 });
    await office.stored("deleted 119");
    const ticket = one<{ id: number }>(
      office.tenant.db,
      "SELECT id FROM ticket WHERE last_message = 'deleted 119'",
    );
    expect((await office.app.api(office.admin).delete(`/tickets/${ticket?.id}`)).status).toBe(200);
    run(office.tenant.db, "DELETE FROM inbound_event");
    await office.writes(pia, "newer than deleted");
    await office.stored("newer than deleted");
    const before = gaps();
    await check();
    expect(office.bodiesOf(pia)).toEqual(["newer than deleted"]);
    expect(gaps()).toBe(before);
    const removed = () =>
      one<{ n: number }>(office.tenant.db, "SELECT count(*) AS n FROM removed_message")?.n;
    expect(removed()).toBe(120);
    office.app.clock.advance(10 * 24 * HOUR_MS);
    await startNight(office);
    expect(removed()).toBe(0);
  }, 30_000);
});

import { describe, expect, test } from "bun:test";
import { getConnection } from "#channels/connections/present.ts";
import type { Ban } from "#channels/connections/provider.ts";
import { askAfterRefusal, askLimitsNow } from "#channels/connections/sessions/ask-limits.ts";
import { startSession } from "#channels/connections/sessions/commands.ts";
import {
  admin,
  app,
  heard,
  key,
  pass,
  provider,
  row,
  starts,
  tenant,
  testsOfSessions,
} from "#channels/connections/sessions/testing.ts";
import { testUser } from "#test/helpers/installation.ts";
import { settle } from "#test/helpers/provider.ts";
import { openRestrictions } from "./store.ts";

testsOfSessions();

const HOUR_MS = 3_600_000;
const ban = (more: Partial<Ban> = {}): Ban => ({
  ...{ reason: 402, code: 101, remainingMs: HOUR_MS, text: "" },
  ...more,
});
const closeWith = (given: Ban) =>
  provider.say(key, {
    type: "closed",
    reason: given.reason === 402 ? "temp_ban" : "blocked",
    detail: "",
    ban: given,
  });
const kinds = () => openRestrictions(tenant.db, key.connectionId).map(({ kind }) => kind);
const lock = (isActive: boolean, endsAt: number | null = null) =>
  ({ lock: { isActive, endsAt, type: "RESTRICT_ALL_COMPANIONS" }, quotas: [] }) as const;

describe("a number banned for a time", () => {
  test("a temporary ban keeps the keys and connects once, a minute after its end", async () => {
    provider.open(key);
    const before = starts();
    closeWith(ban());
    await settle();
    expect(row()).toMatchObject({ status: "TIMEOUT", reason: "temp_ban" });
    expect(provider.calls.some((call) => call.startsWith("wipe"))).toBe(false);
    await pass(HOUR_MS + 59_000);
    expect(starts()).toBe(before);
    await pass(1000);
    expect(starts()).toBe(before + 1);
    provider.open(key);
    expect(row()).toMatchObject({ status: "CONNECTED", reason: null });
    expect(kinds()).toEqual([]);
  });

  test("a connect that fails after the ban is followed by the usual back-off", async () => {
    provider.open(key);
    closeWith(ban());
    await pass(HOUR_MS + 60_000);
    const before = starts();
    provider.say(key, { type: "closed", reason: "network", detail: "" });
    await pass(3000);
    expect(starts()).toBe(before + 1);
    expect(row()).toMatchObject({ status: "TIMEOUT", reason: "temp_ban" });
  });

  test("an admin who presses connect during a ban starts no WhatsApp session before its end", async () => {
    provider.open(key);
    closeWith(ban());
    const before = starts();
    await startSession(admin, key.connectionId);
    await pass(60_000);
    expect(starts()).toBe(before);
    expect(row()).toMatchObject({ status: "TIMEOUT", reason: "temp_ban" });
  });

  test("a ban without an end is tried again after an hour", async () => {
    provider.open(key);
    closeWith(ban({ remainingMs: null }));
    const before = starts();
    await pass(HOUR_MS - 1000);
    expect(starts()).toBe(before);
    await pass(1000);
    expect(starts()).toBe(before + 1);
  });

  test("admins see the network's text and error number of a blocked account, attendants only the kind of restriction", async () => {
    provider.open(key);
    closeWith(ban({ reason: 403, code: null, remainingMs: null, text: "Conta em análise" }));
    await settle();
    expect(row()).toMatchObject({ status: "DISCONNECTED", reason: "blocked" });
    expect(getConnection(admin, key.connectionId).restrictions).toMatchObject([
      { kind: "locked", effect: "everything", raw: { code: "403", text: "Conta em análise" } },
    ]);
    const [seen] = getConnection(testUser(tenant), key.connectionId).restrictions ?? [];
    expect(seen?.kind).toBe("locked");
    expect(seen).not.toHaveProperty("raw");
  });
});

describe("a lock of new chats", () => {
  test("a lock of new chats that the network reports is stored with the network's own type and shown to all users", () => {
    provider.open(key);
    provider.say(key, { type: "limits", limits: lock(true, app.clock.now() + HOUR_MS) });
    expect(getConnection(admin, key.connectionId).restrictions).toMatchObject([
      { kind: "reachout_lock", effect: "new_chats", raw: { type: "RESTRICT_ALL_COMPANIONS" } },
    ]);
    expect(heard.to(testUser(tenant), "whatsapp").at(-1)?.["whatsapp"]).toMatchObject({
      restrictions: [{ kind: "reachout_lock" }],
    });
    expect(row()?.status).toBe("CONNECTED");
  });

  test("a lock of new chats ends when the network reports its end, not when its end time has passed", async () => {
    let asked = 0;
    provider.answers.limits = () => {
      asked += 1;
      return asked < 3 ? lock(true, app.clock.now() - 1) : lock(false);
    };
    provider.open(key);
    provider.say(key, { type: "limits", limits: lock(true, app.clock.now() + HOUR_MS) });
    await pass(HOUR_MS + 59_000);
    expect(kinds()).toEqual(["reachout_lock"]);
    for (let minute = 0; minute < 40 && kinds().length > 0; minute++) await pass(60_000);
    expect(kinds()).toEqual([]);
    expect(asked).toBeGreaterThanOrEqual(3);
  });

  test("the state of a lock of new chats without an end is queried every 15 minutes", async () => {
    let asked = 0;
    provider.answers.limits = () => {
      asked += 1;
      return lock(true);
    };
    provider.open(key);
    await settle();
    for (let minute = 0; minute < 60; minute++) await pass(60_000);
    expect(asked).toBe(5);
  });

  test("a used-up limit of new chats ends with its cycle by our clock, without a report of the network", async () => {
    provider.open(key);
    const quota = { type: "INDIVIDUAL_NEW_CHAT_MSG", status: "CAPPED", total: 10, used: 10 };
    const cycle = { startsAt: app.clock.now(), endsAt: app.clock.now() + HOUR_MS };
    provider.say(key, { type: "limits", limits: { lock: null, quotas: [{ ...quota, ...cycle }] } });
    expect(kinds()).toEqual(["new_chat_cap"]);
    await pass(HOUR_MS + 1000);
    expect(kinds()).toEqual([]);
  });
});

describe("queries for the limits of a number", () => {
  /** Times of the queries since the session opened, ms. */
  async function opened(answer = lock(false)): Promise<number[]> {
    const times: number[] = [];
    const begin = app.clock.now();
    provider.answers.limits = () => {
      times.push(app.clock.now() - begin);
      return answer;
    };
    provider.open(key);
    await settle();
    return times;
  }
  const refused = (kind: "reachout_lock" | "new_chat_cap") =>
    tenant.write((unit) => askAfterRefusal(unit, key.connectionId, kind));

  test("an unrestricted number is queried when its session opens and every 6 hours", async () => {
    const times = await opened();
    for (let minute = 0; minute < 13 * 60; minute += 1) await pass(60_000);
    expect(times).toEqual([0, 6 * HOUR_MS, 12 * HOUR_MS]);
  });

  for (const kind of ["reachout_lock", "new_chat_cap"] as const)
    test(`refusals that point to ${kind} lead to at most one query per minute`, async () => {
      const times = await opened();
      await pass(10_000);
      for (let n = 0; n < 5; n += 1) refused(kind);
      await settle();
      expect(times).toEqual([0]);
      await pass(49_999);
      expect(times).toEqual([0]);
      await pass(1);
      expect(times).toEqual([0, 60_000]);
      await pass(90_000);
      refused(kind);
      await settle();
      expect(times).toEqual([0, 60_000, 150_000]);
    });

  test('"check now" asks the network at most once a minute', async () => {
    const times = await opened();
    await pass(59_999);
    expect(await askLimitsNow(tenant, key.connectionId)).toBe(false);
    await pass(1);
    expect(await askLimitsNow(tenant, key.connectionId)).toBe(true);
    expect(await askLimitsNow(tenant, key.connectionId)).toBe(false);
    expect(times).toEqual([0, 60_000]);
  });

  test("a lock with an end is queried exactly 60 seconds after it, not before", async () => {
    const times = await opened();
    await pass(2 * 60_000);
    const end = app.clock.now() + HOUR_MS;
    provider.say(key, { type: "limits", limits: lock(true, end) });
    await pass(HOUR_MS + 59_999);
    expect(times).toEqual([0]);
    await pass(1);
    expect(times).toEqual([0, 2 * 60_000 + HOUR_MS + 60_000]);
    expect(kinds()).toEqual([]);
  });
});

import { describe, expect, test } from "bun:test";
import { one, run } from "#platform/db/database.ts";
import { testUser } from "#test/helpers/installation.ts";
import { settle } from "#test/helpers/provider.ts";
import { bootSessions, resetSessionRows } from "./boot.ts";
import { logOutSession, pairByCode, relinkSession, startSession } from "./commands.ts";
import { engineRestarts } from "./engine-restarts.ts";
import { renewLeases } from "./jobs.ts";
import { leaseOwner } from "./leases.ts";
import {
  admin,
  app,
  close,
  heard,
  key,
  lease,
  minutes,
  pass,
  provider,
  row,
  starts,
  tenant,
  testsOfSessions,
} from "./testing.ts";

testsOfSessions();

describe("linking a session", () => {
  test("linking a session shows QR codes to admins only, and removes them after the scan", async () => {
    provider.say(key, { type: "qr", qr: "2@first", attempt: 1 });
    provider.say(key, { type: "qr", qr: "2@second", attempt: 2 });
    expect(row()).toMatchObject({ status: "qrcode", qrcode: "2@second", retries: 2 });
    expect(heard.to(admin, "whatsappSession").at(-1)?.["session"]).toMatchObject({ qrcode: "2@second" });
    expect(heard.to(testUser(tenant), "whatsappSession").at(-1)?.["session"]).not.toHaveProperty("qrcode");
    provider.say(key, { type: "pairing" });
    provider.say(key, { type: "closed", reason: "restart_required", detail: "" });
    await settle();
    expect(starts()).toBe(2);
    provider.open(key);
    expect(row()).toMatchObject({ status: "CONNECTED", qrcode: "", retries: 0, number: "5511900000001" });
    expect(row()?.linked).toBe(app.clock.now());
  });

  test("linking stops after two minutes of pairing and erases the credentials", async () => {
    provider.say(key, { type: "pairing" });
    await pass(121_000);
    expect(row()).toMatchObject({ status: "DISCONNECTED", reason: "pairing_timeout" });
    expect(provider.calls.slice(-2)).toEqual([`stop:${key.connectionId}`, `wipe:${key.connectionId}`]);
    expect(lease()).toBeUndefined();
  });

  test("linking by pairing code returns the code and starts with fresh credentials", async () => {
    const answer = pairByCode(admin, key.connectionId, "5511988887777");
    await settle();
    expect(provider.started.at(-1)?.pairingNumber).toBe("5511988887777");
    expect(provider.calls.slice(-3)).toEqual(
      ["stop", "wipe", "start"].map((verb) => `${verb}:${key.connectionId}`),
    );
    expect(row()?.status).toBe("PAIRING");
    provider.say(key, { type: "pairing_code", code: "ABCD-1234" });
    expect(await answer).toEqual({ code: "ABCD-1234" });
  });

  test("linking ends with its socket when a pairing code was used, because the user cannot see the next code", async () => {
    const answer = pairByCode(admin, key.connectionId, "5511988887777");
    await settle();
    provider.say(key, { type: "pairing_code", code: "ABCD-1234" });
    await answer;
    const before = starts();
    close("network");
    await settle();
    expect(row()).toMatchObject({ status: "DISCONNECTED", reason: "pairing_timeout" });
    expect(provider.calls.slice(-2)).toEqual([`stop:${key.connectionId}`, `wipe:${key.connectionId}`]);
    await minutes(2);
    expect(starts()).toBe(before);
  });

  test("linking by pairing code is rejected when the network sends no code", async () => {
    const answer = pairByCode(admin, key.connectionId, "5511988887777").catch(
      (error: Error) => error.message,
    );
    await settle();
    await pass(20_000);
    expect(await answer).toBe("ERR_WAPP_NOT_INITIALIZED");
  });
});

describe("an outage of a session", () => {
  test("a session in an outage is retried with growing pauses, becomes TIMEOUT after a minute, and is retried further", async () => {
    provider.open(key);
    close("network");
    expect(row()).toMatchObject({ status: "OPENING" });
    await pass(2500);
    expect(starts()).toBe(2);
    close("network");
    await pass(1500);
    expect(starts()).toBe(2);
    await pass(4000);
    expect(starts()).toBe(3);
    await pass(60_000);
    expect(row()).toMatchObject({ status: "TIMEOUT", reason: "network" });
    close("network");
    await pass(10_000);
    expect(row()?.status).toBe("TIMEOUT");
    expect(starts()).toBe(4);
    provider.open(key);
    expect(row()).toMatchObject({ status: "CONNECTED", reason: null });
  });

  test("a repeated restart request of the network is delayed: only the first restart of a session is immediate", async () => {
    provider.open(key);
    const before = starts();
    for (let time = 0; time < 3; time++) {
      provider.say(key, { type: "closed", reason: "restart_required", detail: "" });
      await settle();
    }
    expect(starts()).toBe(before + 1);
    await pass(10_000);
    expect(starts()).toBe(before + 2);
  });

  test("the back-off of a session restarts after ten seconds without interruption", async () => {
    for (let outage = 0; outage < 6; outage++) {
      close("network");
      await pass(400_000);
    }
    provider.open(key);
    await pass(10_001);
    const before = starts();
    close("network");
    await pass(2500);
    expect(starts()).toBe(before + 1);
  });

  test("a session interrupted for less than ten seconds while the network works stays CONNECTED", async () => {
    for (let drop = 0; drop < 8; drop++) {
      provider.open(key);
      await pass(3000);
      const before = starts();
      close("network");
      await pass(9700);
      expect(starts()).toBe(before + 1);
    }
  });

  test("a logout on the phone ends the session permanently: credentials are erased, admins are notified, nothing restarts", async () => {
    provider.open(key);
    close("logged_out");
    await pass(600_000);
    expect(row()).toMatchObject({ status: "DISCONNECTED", reason: "logged_out", health: "down" });
    expect(provider.calls).toContain(`wipe:${key.connectionId}`);
    expect(starts()).toBe(1);
    expect(one(tenant.db, "SELECT code FROM notice")).toEqual({ code: "connection_logged_out" });
  });
});

describe("session commands", () => {
  test("starting a running session does nothing", async () => {
    await startSession(admin, key.connectionId);
    expect(starts()).toBe(1);
  });

  test("starting a session in TIMEOUT retries immediately", async () => {
    close("network");
    await pass(61_000);
    const before = starts();
    await startSession(admin, key.connectionId);
    await settle();
    expect(starts()).toBe(before + 1);
    expect(row()?.status).toBe("OPENING");
  });

  test("starting a session that waits for its next attempt retries immediately", async () => {
    for (let outage = 0; outage < 4; outage++) {
      close("network");
      await pass(9700);
    }
    close("network");
    const before = starts();
    expect(row()?.status).toBe("OPENING");
    await startSession(admin, key.connectionId);
    await settle();
    expect(starts()).toBe(before + 1);
    provider.open(key);
    await pass(700_000);
    expect([starts(), row()?.status]).toEqual([before + 1, "CONNECTED"]);
  });

  test("starting an ending session opens it afterwards", async () => {
    provider.open(key);
    const before = starts();
    const stop = provider.stop;
    const { promise: stopped, resolve: goOn } = Promise.withResolvers<void>();
    provider.stop = async (which) => {
      await stopped;
      await stop(which);
    };
    close("replaced");
    const asked = startSession(admin, key.connectionId);
    await settle();
    expect(starts()).toBe(before);
    goOn();
    await asked;
    await settle();
    expect([starts(), row()?.status]).toEqual([before + 1, "OPENING"]);
    provider.open(key);
    expect(row()?.status).toBe("CONNECTED");
    expect(lease()).toBeDefined();
  });

  test("relinking closes and erases the old session first", async () => {
    provider.open(key);
    await relinkSession(admin, key.connectionId);
    await settle();
    expect(provider.calls.slice(-3)).toEqual(
      ["stop", "wipe", "start"].map((verb) => `${verb}:${key.connectionId}`),
    );
  });

  test("logging out reaches the phone, erases the credentials and does not reopen", async () => {
    provider.open(key);
    await logOutSession(admin, key.connectionId);
    expect(provider.calls.slice(-2)).toEqual([`logout:${key.connectionId}`, `wipe:${key.connectionId}`]);
    expect(row()).toMatchObject({ status: "DISCONNECTED", reason: "by_user" });
    expect(lease()).toBeUndefined();
  });

  test("commands are refused while another machine holds the lease", async () => {
    run(tenant.db, "UPDATE session_lease SET owner_id = 'elsewhere/1'");
    const refused = (work: Promise<unknown>) => work.catch((error: Error) => error.message);
    expect(await refused(startSession(admin, key.connectionId))).toBe("ERR_CONNECTION_BUSY");
    expect(await refused(relinkSession(admin, key.connectionId))).toBe("ERR_CONNECTION_BUSY");
    expect(await refused(startSession(admin, 999))).toBe("ERR_NO_WAPP_FOUND");
  });
});

describe("session leases", () => {
  test("session leases are renewed while the session runs", async () => {
    for (let turn = 0; turn < 12; turn++) {
      await pass(10_000);
      await renewLeases.run(app.installation);
    }
    const { expires_at: until } = one<{ expires_at: number }>(
      tenant.db,
      "SELECT expires_at FROM session_lease",
    ) ?? {
      expires_at: 0,
    };
    expect(until).toBe(app.clock.now() + 30_000);
  });

  test("a session lease lost to another process closes the socket without logging out", async () => {
    provider.open(key);
    run(tenant.db, "UPDATE session_lease SET owner_id = 'elsewhere/1'");
    await renewLeases.run(app.installation);
    await settle();
    expect(provider.calls.at(-1)).toBe(`stop:${key.connectionId}`);
    expect(row()).toMatchObject({ status: "DISCONNECTED", reason: "lease_lost" });
    expect(lease()).toEqual({ owner_id: "elsewhere/1" });
  });

  test("a session lease held by another process is retried", async () => {
    await logOutSession(admin, key.connectionId);
    run(
      tenant.db,
      "INSERT INTO session_lease VALUES (?, 'elsewhere/1', ?)",
      key.connectionId,
      app.clock.now() + 5000,
    );
    const before = starts();
    provider.credentials.add(`${tenant.directory}/sessions/${key.connectionId}`);
    const boot = bootSessions(
      app.installation,
      await resetSessionRows(app.installation),
      new AbortController().signal,
    );
    await settle();
    expect(starts()).toBe(before);
    for (let turn = 0; turn < 6; turn++) await pass(2500);
    await boot;
    expect(starts()).toBe(before + 1);
    expect(lease()).toEqual({ owner_id: leaseOwner(app.installation) });
  });
});

describe("session health", () => {
  test("a session is probed after five silent minutes, and an answer counts as an event", async () => {
    provider.open(key);
    await minutes(4);
    expect(provider.calls).not.toContain(`probe:${key.connectionId}`);
    await minutes(1);
    expect(provider.calls.at(-1)).toBe(`probe:${key.connectionId}`);
    expect(row()).toMatchObject({ status: "CONNECTED", health: "ok" });
  });

  test("the health check restarts a session that does not answer, and stops after two restarts", async () => {
    provider.answers.probe = () => false;
    provider.open(key);
    await minutes(5);
    expect(starts()).toBe(2);
    expect(row()?.health).toBe("stale");
    provider.open(key);
    await minutes(5);
    expect(starts()).toBe(3);
    provider.open(key);
    await minutes(5);
    expect(row()).toMatchObject({ status: "TIMEOUT", reason: "no_traffic", health: "down" });
    expect(one(tenant.db, "SELECT code FROM notice")).toEqual({ code: "connection_no_traffic" });
  });

  test("the time of a session's last event is stored with its lease, and an event ends the stale state", async () => {
    provider.answers.probe = () => false;
    provider.open(key);
    await pass(240_000);
    provider.say(key, { type: "alive", at: app.clock.now() });
    await renewLeases.run(app.installation);
    expect(one(tenant.db, "SELECT last_event_at AS at FROM connection")).toEqual({ at: app.clock.now() });
  });

  test("a stuck engine is restarted at once, marked stale and counted", async () => {
    provider.open(key);
    const before = [starts(), engineRestarts(app.installation)] as const;
    provider.say(key, { type: "closed", reason: "engine_stuck", detail: "a message has not ended for 30 s" });
    await settle();
    expect(row()).toMatchObject({ status: "OPENING", reason: "engine_stuck", health: "stale" });
    expect([starts(), engineRestarts(app.installation)]).toEqual([before[0] + 1, before[1] + 1]);
    provider.open(key);
    expect(row()).toMatchObject({ status: "CONNECTED", reason: null, health: "ok" });
  });

  test("the fourth engine restart within half an hour is delayed and the admins are notified", async () => {
    for (let time = 0; time < 4; time++) {
      provider.open(key);
      await pass(60_000);
      provider.say(key, {
        type: "closed",
        reason: "engine_stuck",
        detail: "a message has not ended for 30 s",
      });
      await settle();
    }
    expect(row()).toMatchObject({ status: "TIMEOUT", reason: "no_traffic", health: "down" });
  });
});

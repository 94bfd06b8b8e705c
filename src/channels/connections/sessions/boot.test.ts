import { describe, expect, test } from "bun:test";
import { createConnection } from "#channels/connections/crud/create.ts";
import { connections } from "#channels/connections/feature.ts";
import { one, run } from "#platform/db/database.ts";
import { settle } from "#test/helpers/provider.ts";
import { bootSessions, resetSessionRows } from "./boot.ts";
import { startSession } from "./commands.ts";
import { leaseOwner } from "./leases.ts";
import {
  admin,
  app,
  close,
  key,
  lease,
  pass,
  provider,
  row,
  starts,
  tenant,
  testsOfSessions,
} from "./testing.ts";

testsOfSessions();

describe("a server start", () => {
  const boot = async () => {
    provider.calls.length = 0;
    const done = bootSessions(
      app.installation,
      await resetSessionRows(app.installation),
      new AbortController().signal,
    );
    for (let turn = 0; turn < 10; turn++) await pass(250);
    await done;
  };
  const reboot = async () => {
    await connections.stop?.(app.installation);
    await boot();
  };

  test("a server start opens linked sessions one by one and requests no QR code for the others", async () => {
    const second = (await createConnection(admin, { name: "Suporte" })).id;
    await createConnection(admin, { name: "Nunca ligado" });
    await settle();
    provider.open(key);
    provider.open({ ...key, connectionId: second });
    await reboot();
    expect(provider.calls).toEqual([`start:${key.connectionId}`, `start:${second}`]);
    const never = one(
      tenant.db,
      "SELECT status, status_reason AS reason FROM connection WHERE name LIKE 'Nunca%'",
    );
    expect(never).toEqual({ status: "DISCONNECTED", reason: "never_linked" });
  });

  test("a server start skips sessions that a command opened meanwhile", async () => {
    const second = { ...key, connectionId: (await createConnection(admin, { name: "Suporte" })).id };
    await settle();
    for (const each of [key, second]) provider.open(each);
    await connections.stop?.(app.installation);
    provider.calls.length = 0;
    const companies = await resetSessionRows(app.installation);
    const done = bootSessions(app.installation, companies, new AbortController().signal);
    await settle();
    await startSession(admin, second.connectionId);
    await settle();
    provider.open(second);
    for (let turn = 0; turn < 4; turn++) await pass(250);
    await done;
    expect(provider.calls).toEqual([`start:${key.connectionId}`, `start:${second.connectionId}`]);
    const { status } =
      one<{ status: string }>(tenant.db, "SELECT status FROM connection WHERE id = ?", second.connectionId) ??
      {};
    expect(status).toBe("CONNECTED");
  });

  test("a server start resets the status of all connections before jobs run", async () => {
    provider.open(key);
    await connections.stop?.(app.installation);
    expect(row()?.status).toBe("CONNECTED");
    await resetSessionRows(app.installation);
    expect(row()?.status).toBe("OPENING");
  });

  test("a server start ends a link that waited for a passkey, and opens it when the phone had confirmed it", async () => {
    provider.say(key, { type: "passkey", step: "passkey_answered" });
    await settle();
    await reboot();
    expect(row()).toMatchObject({ status: "DISCONNECTED", reason: "pairing_timeout" });
    expect(provider.calls).toEqual([]);
    await startSession(admin, key.connectionId);
    provider.say(key, { type: "passkey", step: "passkey_confirmed" });
    provider.credentials.add(provider.started.at(-1)?.directory ?? "");
    await settle();
    await reboot();
    expect(row()?.status).toBe("OPENING");
  });

  test("a server start does not reopen a session that was replaced by another one", async () => {
    provider.open(key);
    close("replaced");
    await settle();
    await reboot();
    expect(provider.calls).toEqual([]);
    expect(row()).toMatchObject({ status: "DISCONNECTED", reason: "replaced" });
  });

  test("a server start takes over the lease of a crashed process at once", async () => {
    provider.open(key);
    await connections.stop?.(app.installation);
    run(
      tenant.db,
      "INSERT INTO session_lease VALUES (?, ?, ?)",
      key.connectionId,
      `${leaseOwner(app.installation)}-of-before`,
      app.clock.now() + 25_000,
    );
    await boot();
    expect(starts()).toBe(1);
  });
});

describe("a server stop", () => {
  test("a server stop closes the socket before it releases the lease, and keeps the credentials", async () => {
    provider.open(key);
    provider.stop = async () => {
      provider.calls.push(`stop with lease: ${lease() !== undefined}`);
    };
    await connections.stop?.(app.installation);
    expect(provider.calls.slice(-2)).toEqual(["stop with lease: true", "close"]);
    expect(lease()).toBeUndefined();
    expect(provider.credentials.size).toBe(1);
  });
});

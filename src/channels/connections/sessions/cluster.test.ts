import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createConnection } from "#channels/connections/crud/create.ts";
import { connections } from "#channels/connections/feature.ts";
import { createIntake } from "#channels/connections/intake.ts";
import type { SessionKey } from "#channels/connections/provider.ts";
import { ProviderPort, TrafficPort } from "#channels/connections/provider-port.ts";
import { one } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { recordBroadcasts } from "#test/helpers/broadcasts.ts";
import { type TestCell, testCell } from "#test/helpers/cell.ts";
import { type TestInstallation, testInstallation, testUser } from "#test/helpers/installation.ts";
import { type ScriptedProvider, scriptedProvider, settle } from "#test/helpers/provider.ts";
import { bootSessions, resetSessionRows } from "./boot.ts";
import { renewLeases } from "./jobs.ts";

let cell: TestCell;
let app: TestInstallation;
let provider: ScriptedProvider;
let tenant: Tenant;
let admin: UserCtx;
let key: SessionKey;
const waiting = new Set<number>();
const recent = new Set<number>();

const pass = async (ms: number) => {
  app.clock.advance(ms);
  await settle();
};
const starts = () => provider.calls.filter((call) => call.startsWith("start"));
const status = () =>
  one<{ status: string; reason: string | null }>(
    tenant.db,
    "SELECT status, status_reason AS reason FROM connection WHERE id = ?",
    key.connectionId,
  );
const replace = () => provider.say(key, { type: "closed", reason: "replaced", detail: "" });

beforeEach(async () => {
  cell = testCell();
  app = testInstallation(undefined, cell);
  provider = scriptedProvider();
  const { ports } = app.installation;
  ports.plug(ProviderPort, provider);
  ports.plug(TrafficPort, () => ({ waiting, recent }));
  provider.attach(createIntake(app.installation));
  recordBroadcasts(app.installation);
  connections.listen?.(app.installation);
  tenant = app.company();
  admin = testUser(tenant, { profile: "admin" });
  key = { companyId: tenant.id, connectionId: (await createConnection(admin, { name: "Vendas" })).id };
  await settle();
  provider.open(key);
});
afterEach(() => {
  waiting.clear();
  recent.clear();
  app.close();
});

describe("WhatsApp sessions of a cluster", () => {
  test("the lease of the cell replaces the lease of each session", async () => {
    await renewLeases.run(app.installation);
    expect(one(tenant.db, "SELECT count(*) AS n FROM session_lease")).toEqual({ n: 0 });
    expect(status()).toEqual({ status: "CONNECTED", reason: null });
  });

  test("the sockets close at the lease deadline and open again when the lease is valid", async () => {
    cell.lapse();
    await pass(5000);
    expect(provider.calls.at(-1)).toBe(`stop:${key.connectionId}`);
    cell.renew();
    await pass(1000);
    expect(provider.calls.at(-1)).toBe(`start:${key.connectionId}`);
  });

  test("a former owner whose session was replaced neither reconnects nor changes the status of the connection", async () => {
    const before = starts().length;
    cell.lapse();
    await settle();
    replace();
    await settle();
    await pass(600_000);
    expect(starts().length).toBe(before);
    expect(status()).toMatchObject({ reason: null });
  });

  test("the owner reconnects a replaced session three times, then leaves it disconnected", async () => {
    const before = starts().length;
    for (let turn = 0; turn < 3; turn += 1) {
      replace();
      await pass(20_000);
      provider.open(key);
      await settle();
    }
    expect(starts().length).toBe(before + 3);
    replace();
    await pass(600_000);
    expect(starts().length).toBe(before + 3);
    expect(status()).toEqual({ status: "DISCONNECTED", reason: "replaced" });
  });

  test("WhatsApp sessions move in waves: a new owner opens 20 a second, first those with messages to send, then those in use", async () => {
    const ids = [key.connectionId];
    for (let n = 0; n < 29; n += 1) ids.push((await createConnection(admin, { name: `Linha ${n}` })).id);
    await settle();
    for (const connectionId of ids) provider.open({ ...key, connectionId });
    await connections.stop?.(app.installation);
    provider.calls.length = 0;
    const [idle, used, due] = [ids.slice(0, 20), ids.slice(20, 25), ids.slice(25)];
    for (const id of due) waiting.add(id);
    for (const id of used) recent.add(id);
    const companies = await resetSessionRows(app.installation);
    const boot = bootSessions(app.installation, companies, new AbortController().signal);
    await settle();
    for (let turn = 0; turn < 19; turn += 1) await pass(50);
    expect(starts()).toHaveLength(20);
    for (let turn = 0; turn < 11; turn += 1) await pass(50);
    await boot;
    expect(starts()).toEqual([...due, ...used, ...idle].map((id) => `start:${id}`));
  });
});

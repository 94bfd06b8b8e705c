import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { changeCompany } from "#accounts/companies/index.ts";
import { createConnection } from "#channels/connections/crud/create.ts";
import { connections } from "#channels/connections/feature.ts";
import { createIntake } from "#channels/connections/intake.ts";
import type { SessionKey } from "#channels/connections/provider.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { one, run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type TestInstallation, testInstallation, testUser } from "#test/helpers/installation.ts";
import { type ScriptedProvider, scriptedProvider, settle } from "#test/helpers/provider.ts";
import { bootSessions, resetSessionRows } from "./boot.ts";
import { suspendSessions } from "./suspend-sessions.ts";

let app: TestInstallation;
let tenant: Tenant;
let provider: ScriptedProvider;
let key: SessionKey;

beforeEach(async () => {
  app = testInstallation();
  provider = scriptedProvider();
  app.installation.ports.plug(ProviderPort, provider);
  provider.attach(createIntake(app.installation));
  connections.listen?.(app.installation);
  tenant = app.company();
  const admin = testUser(tenant, { profile: "admin" });
  key = { companyId: tenant.id, connectionId: (await createConnection(admin, { name: "Vendas" })).id };
  await settle();
});
afterEach(() => app.close());

const row = () =>
  one<{ status: string; reason: string | null }>(
    tenant.db,
    "SELECT status, status_reason AS reason FROM connection WHERE id = ?",
    key.connectionId,
  );
const starts = () => provider.calls.filter((call) => call.startsWith("start")).length;
const lease = () => one<{ owner_id: string }>(tenant.db, "SELECT owner_id FROM session_lease");

describe("sessions of a company past its due date", () => {
  const DAY = 86_400_000;
  const change = (fields: string) => {
    run(app.installation.system, `UPDATE company SET ${fields} WHERE id = ?`, tenant.id);
    app.installation.tenants.refresh(tenant.id);
  };
  const look = async () => {
    await suspendSessions.run(app.installation);
    await settle();
  };

  test("sessions of an overdue company stay open for a week, then close, and their credentials remain", async () => {
    provider.open(key);
    change("due_date = '2026-11-20'");
    // The day of 20 November in São Paulo ends at 3 in the morning UTC of the 21st.
    app.clock.set(Date.UTC(2026, 10, 28, 2, 59, 59));
    await look();
    expect(row()).toMatchObject({ status: "CONNECTED" });
    app.clock.advance(1000);
    await look();
    expect(row()).toMatchObject({ status: "DISCONNECTED", reason: "subscription_expired" });
    expect(provider.calls.at(-1)).toBe(`stop:${key.connectionId}`);
    expect(provider.credentials.size).toBe(1);
    expect(lease()).toBeUndefined();
  });

  test("sessions of an overdue company open again within a minute after the payment; the company is not opened before", async () => {
    provider.open(key);
    change("due_date = '2026-11-20'");
    app.clock.advance(10 * DAY);
    await look();
    const before = starts();
    app.installation.tenants.closeIdle(-1);
    await look();
    expect([...app.installation.tenants.openTenants()].map(({ id }) => id)).not.toContain(tenant.id);
    change("due_date = '2026-12-30'");
    await look();
    expect(starts()).toBe(before + 1);
    tenant = app.installation.tenants.open(tenant.id);
    provider.open(key);
    expect(row()).toMatchObject({ status: "CONNECTED", reason: null });
    await look();
    expect(starts()).toBe(before + 1);
  });

  test("sessions of a disabled company close, and open again when it is enabled", async () => {
    provider.open(key);
    change("active = 0");
    await look();
    expect(row()).toMatchObject({ status: "DISCONNECTED", reason: "subscription_expired" });
    const before = starts();
    change("active = 1");
    await look();
    expect(starts()).toBe(before + 1);
  });

  test("a server start opens no sessions of a company past its due date until the company has paid", async () => {
    provider.open(key);
    await connections.stop?.(app.installation);
    change("due_date = '2026-11-01'");
    provider.calls.length = 0;
    await bootSessions(
      app.installation,
      await resetSessionRows(app.installation),
      new AbortController().signal,
    );
    expect(provider.calls).toEqual([]);
    expect(row()).toMatchObject({ status: "DISCONNECTED", reason: "subscription_expired" });
    change("due_date = '2026-12-01'");
    await look();
    expect(starts()).toBe(1);
  });
});

describe("sessions of a company that is disabled and enabled again", () => {
  test("sessions close at once when the company is disabled, and open at once when it is enabled", async () => {
    provider.open(key);
    const before = starts();
    changeCompany(app.installation, tenant.id, { active: false });
    await settle();
    expect(row()).toEqual({ status: "DISCONNECTED", reason: "subscription_expired" });
    expect(lease()).toBeUndefined();
    changeCompany(app.installation, tenant.id, { active: true });
    await settle();
    expect(starts()).toBe(before + 1);
    expect(row()).toMatchObject({ status: "OPENING" });
  });
});

import { afterEach, beforeEach } from "bun:test";
import { createConnection } from "#channels/connections/crud/create.ts";
import { connections } from "#channels/connections/feature.ts";
import { createIntake } from "#channels/connections/intake.ts";
import type { SessionKey } from "#channels/connections/provider.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { one } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { type PublishedBroadcasts, recordBroadcasts } from "#test/helpers/broadcasts.ts";
import { type TestInstallation, testInstallation, testUser } from "#test/helpers/installation.ts";
import { type ScriptedProvider, scriptedProvider, settle } from "#test/helpers/provider.ts";
import { watchHealth } from "./jobs.ts";

export let app: TestInstallation;
export let tenant: Tenant;
export let admin: UserCtx;
export let provider: ScriptedProvider;
export let heard: PublishedBroadcasts;
export let key: SessionKey;

/** Creates, before each test, a company with one new connection. Call it once per file. */
export function testsOfSessions(): void {
  beforeEach(async () => {
    app = testInstallation();
    provider = scriptedProvider();
    app.installation.ports.plug(ProviderPort, provider);
    provider.attach(createIntake(app.installation));
    heard = recordBroadcasts(app.installation);
    connections.listen?.(app.installation);
    tenant = app.company();
    admin = testUser(tenant, { profile: "admin" });
    key = { companyId: tenant.id, connectionId: (await createConnection(admin, { name: "Vendas" })).id };
    await settle();
  });
  afterEach(() => app.close());
}

interface Row {
  status: string;
  reason: string | null;
  qrcode: string;
  retries: number;
  number: string | null;
  linked: number | null;
  health: string;
}
export const row = () =>
  one<Row>(
    tenant.db,
    `SELECT status, status_reason AS reason, qrcode, retries, number, linked_at AS linked, health
     FROM connection WHERE id = ?`,
    key.connectionId,
  );
export const starts = () => provider.calls.filter((call) => call.startsWith("start")).length;
export const lease = () => one<{ owner_id: string }>(tenant.db, "SELECT owner_id FROM session_lease");
export const close = (reason: "network" | "logged_out" | "replaced") =>
  provider.say(key, { type: "closed", reason, detail: "" });
export const pass = async (ms: number) => {
  app.clock.advance(ms);
  await settle();
};
export const minutes = async (count: number) => {
  for (let minute = 0; minute < count; minute++) {
    await pass(60_000);
    await watchHealth.run(app.installation);
    await settle();
  }
};

import { routesOfBusiness } from "#channels/connections/meta/accounts.ts";
import { listOf, type Part, partOf, textOf } from "#channels/connections/meta/parts.ts";
import { findConnection } from "#channels/connections/queries.ts";
import { SessionsPort } from "#channels/connections/sessions/registry.ts";
import type { Installation } from "#tenants/installation.ts";

const EVENTS = { ACCOUNT_OFFBOARDED: "offboarded", ACCOUNT_RECONNECTED: "reconnected" } as const;

/**
 * Applies the end or the return of a business account that stays in the WhatsApp Business app: its connections become
 * TIMEOUT `offboarded`, so that messages wait, or open again (docs/rules/official-channels.md#history).
 */
export async function applyOffboarding(installation: Installation, entry: Part): Promise<void> {
  for (const change of listOf(entry["changes"])) {
    if (textOf(change["field"]) !== "account_update") continue;
    const event = EVENTS[textOf(partOf(change["value"])["event"]) as keyof typeof EVENTS];
    if (event) await applyTo(installation, textOf(entry["id"]), event);
  }
}

async function applyTo(
  installation: Installation,
  businessId: string,
  event: "offboarded" | "reconnected",
): Promise<void> {
  const sessions = installation.ports.use(SessionsPort);
  for (const { companyId, connectionId } of routesOfBusiness(installation, businessId)) {
    const tenant = installation.tenants.open(companyId);
    const row = findConnection(tenant.db, connectionId);
    if (!row) continue;
    await sessions.runExclusive(companyId, connectionId, async () => {
      const session = await sessions.getOrCreate(tenant, connectionId);
      if (event === "offboarded")
        session.handleEvent({ type: "closed", reason: "offboarded", detail: "ACCOUNT_OFFBOARDED" });
      else if (row.statusReason === "offboarded") session.begin();
    });
  }
}

import { and, eq } from "drizzle-orm";
import { timeZoneOf } from "#accounts/settings/index.ts";
import type { BillingAction, BillingSystem } from "#automation/integrations/contract.ts";
import { billingLookup, trustUnblock } from "#automation/integrations/schema.ts";
import { dayAt } from "#platform/dates.ts";
import type { Tenant } from "#tenants/tenant.ts";

const PURPOSE = "billing-document";

export interface Lookup {
  readonly integrationId: number;
  readonly ticketId: number;
  readonly system: BillingSystem;
  readonly action: BillingAction | "customer";
  /** Digits; only a keyed hash is stored. */
  readonly document: string;
  readonly result: string;
}

/** Logs a lookup (docs/rules/integrations.md#billing-look-ups). */
export function logLookup(tenant: Tenant, { integrationId, ticketId, ...lookup }: Lookup): void {
  const { system, action, document, result } = lookup;
  const hash = tenant.installation.secrets.sign(PURPOSE, document);
  tenant.write(({ db, now }) =>
    db
      .insert(billingLookup)
      .values({
        ...{ integrationId, ticketId, system, action },
        documentHash: hash,
        result: result.slice(0, 200),
        createdAt: now,
      })
      .run(),
  );
}

export type UnblockState = "sent" | "accepted" | "refused";
const isRequest = (system: string, contract: string, day: string) =>
  and(eq(trustUnblock.system, system), eq(trustUnblock.contract, contract), eq(trustUnblock.day, day));

/** Reserves the one request per contract and day: null = send it now, otherwise the state of the earlier request. */
export function reserveUnblock(
  tenant: Tenant,
  {
    system,
    contract,
    ticketId,
  }: { readonly system: string; readonly contract: string; readonly ticketId: number },
): UnblockState | null {
  const day = dayAt(tenant.clock.now(), timeZoneOf(tenant));
  return tenant.write(({ db, now }) => {
    const request = { system, contract, day, state: "sent", ticketId, createdAt: now } as const;
    if (db.insert(trustUnblock).values(request).onConflictDoNothing().run().changes > 0) return null;
    return (
      db
        .select()
        .from(trustUnblock)
        .where(isRequest(system, contract, day))
        .get()?.state ?? "sent"
    );
  });
}

export function storeUnblockResult(
  tenant: Tenant,
  system: string,
  contract: string,
  state: UnblockState,
): void {
  const day = dayAt(tenant.clock.now(), timeZoneOf(tenant));
  tenant.write(
    ({ db }) =>
      void db
        .update(trustUnblock)
        .set({ state })
        .where(isRequest(system, contract, day))
        .run(),
  );
}

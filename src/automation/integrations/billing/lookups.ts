import { timeZoneOf } from "#accounts/settings/index.ts";
import type { BillingAction, BillingSystem } from "#automation/integrations/contract.ts";
import { dayAt } from "#platform/dates.ts";
import { one, run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";

const PURPOSE = "billing-document";
const LOG = `INSERT INTO billing_lookup (integration_id, ticket_id, system, action, document_hash, result, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const RESERVE = `INSERT INTO trust_unblock (system, contract, day, state, ticket_id, created_at)
  VALUES (?, ?, ?, 'sent', ?, ?) ON CONFLICT DO NOTHING`;
const STATE = "SELECT state FROM trust_unblock WHERE system = ? AND contract = ? AND day = ?";
const SETTLE = "UPDATE trust_unblock SET state = ? WHERE system = ? AND contract = ? AND day = ?";

export interface Lookup {
  readonly integrationId: number;
  readonly ticketId: number;
  readonly system: BillingSystem;
  readonly action: BillingAction | "customer";
  /** Digits; only a keyed hash is stored. */
  readonly document: string;
  readonly result: string;
}

/** Every look-up leaves a line (docs/rules/integrations.md#billing-look-ups). */
export function logLookup(tenant: Tenant, { integrationId, ticketId, ...lookup }: Lookup): void {
  const { system, action, document, result } = lookup;
  const hash = tenant.installation.secrets.sign(PURPOSE, document);
  tenant.write(({ db, now }) =>
    run(db, LOG, integrationId, ticketId, system, action, hash, result.slice(0, 200), now),
  );
}

export type UnblockState = "sent" | "accepted" | "refused";

/** One request per contract and day: null = it may be sent now, else what became of the one before. */
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
    if (run(db, RESERVE, system, contract, day, ticketId, now).changes > 0) return null;
    return one<{ state: UnblockState }>(db, STATE, system, contract, day)?.state ?? "sent";
  });
}

export function settleUnblock(tenant: Tenant, system: string, contract: string, state: UnblockState): void {
  const day = dayAt(tenant.clock.now(), timeZoneOf(tenant));
  tenant.write(({ db }) => void run(db, SETTLE, state, system, contract, day));
}

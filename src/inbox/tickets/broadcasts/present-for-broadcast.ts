import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { findPresented } from "#inbox/tickets/present.ts";
import type { Db } from "#platform/db/database.ts";
import { changeCount } from "#platform/db/open.ts";
import type { Tenant } from "#tenants/tenant.ts";

interface Told {
  /** Change count of the database handle; it includes changes by triggers and changes that were rolled back. */
  readonly changes: number;
  readonly tickets: Map<number, TicketAnswer | undefined>;
}
const told = new WeakMap<Db, Told>();

/**
 * Returns the ticket as events show it, undefined when it was deleted; checks no permissions. Several events of one
 * commit often concern the same ticket, so the result is cached until the next write.
 */
export function presentForBroadcast(tenant: Tenant, id: number): TicketAnswer | undefined {
  const changes = changeCount(tenant.db.$client);
  let known = told.get(tenant.db);
  if (known?.changes !== changes) {
    known = { changes, tickets: new Map() };
    told.set(tenant.db, known);
  }
  if (!known.tickets.has(id)) known.tickets.set(id, findPresented(tenant, id));
  return known.tickets.get(id);
}

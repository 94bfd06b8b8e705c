import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { findPresented } from "#inbox/tickets/present.ts";
import type { Db } from "#platform/db/database.ts";
import { changeCount } from "#platform/db/open.ts";
import type { Tenant } from "#tenants/tenant.ts";

interface Told {
  /** `changeCount` the handle; what triggers change counts too, and what was rolled back. */
  readonly changes: number;
  readonly tickets: Map<number, TicketAnswer | undefined>;
}
const told = new WeakMap<Db, Told>();

/**
 * The ticket as it goes out in events, undefined when it is gone; asks nobody's rights. The events of one commit often
 * tell of the same one: it is read once while nothing is written.
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

import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { findPresented } from "#inbox/tickets/present.ts";
import type { Db } from "#platform/db/database.ts";
import { transactionCount } from "#platform/db/unit.ts";
import type { Tenant } from "#tenants/tenant.ts";

interface Presented {
  /**
   * Number of transactions that had begun when the ticket was presented. Events are broadcast after the commit, so a higher number
   * means that the ticket may have changed.
   */
  readonly transactions: number;
  readonly tickets: Map<number, TicketAnswer | undefined>;
}
const presented = new WeakMap<Db, Presented>();

/**
 * Returns the ticket as events show it, undefined when it was deleted; checks no permissions. Several events of one
 * commit often concern the same ticket, so the result is cached until the next write.
 */
export function presentForBroadcast(tenant: Tenant, id: number): TicketAnswer | undefined {
  const transactions = transactionCount(tenant.db);
  let known = presented.get(tenant.db);
  if (known?.transactions !== transactions) {
    known = { transactions, tickets: new Map() };
    presented.set(tenant.db, known);
  }
  if (!known.tickets.has(id)) known.tickets.set(id, findPresented(tenant, id));
  return known.tickets.get(id);
}

import { run } from "#platform/db/database.ts";
import { setting } from "#settings/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { recordStep, storedTicket, type Ticket } from "#tickets/index.ts";
import { nextInTurn, OFFLINE_MS } from "./policy.ts";
import { hadTicket, listOf, queueRule } from "./queries.ts";

/** Name under which companies with offered tickets stand in the list of due work. */
export const DISTRIBUTION_DUE = "distribution";

// Conditional on what was read: whoever accepted meanwhile has it (behaviour 32.7).
const GIVE = `UPDATE ticket SET user_distributed = ?1, distributed_at = ?2
  WHERE id = ?3 AND status = 'pending' AND user_id IS NULL AND user_distributed IS ?4`;
const FREE = `UPDATE ticket SET user_distributed = NULL, distributed_at = NULL
  WHERE id = ?1 AND status = 'pending' AND user_distributed IS ?2`;
const MOVE_ON = "UPDATE queue SET last_distributed_user_id = ? WHERE id = ?";
const OFFERED = `INSERT INTO distribution_offer (ticket_id, user_id, offered_at) VALUES (?, ?, ?)
  ON CONFLICT (ticket_id, user_id) DO UPDATE SET offered_at = excluded.offered_at`;
const FORGET = "DELETE FROM distribution_offer WHERE ticket_id = ?";

/** A round is over: the ticket has an attendant, is closed, or begins to wait anew. */
export const forgetOffers = (unit: TenantUnit, ticketId: number): void => void run(unit.db, FORGET, ticketId);

/** Minutes a user has to accept, in ms. */
export const patienceMs = (unit: Pick<TenantUnit, "tenant">): number =>
  setting(unit.tenant, "distributionTimeout") * 60_000;

/**
 * Offers a waiting ticket to the next in turn of its queue; pointer, ticket and round move together (behaviour 12).
 * False when the queue does not distribute or nobody is there: then everybody of the queue sees it.
 */
export function offerToNext(unit: TenantUnit, ticket: Ticket, skipId: number | null = null): boolean {
  const rule = queueRule(unit.db, ticket.queueId);
  if (!rule) return false;
  const list = listOf(unit, rule.queueId);
  const userId = nextInTurn(list, rule.lastId, hadTicket(unit.db, ticket.id), skipId);
  if (userId === null) return false;
  if (run(unit.db, GIVE, userId, unit.now, ticket.id, ticket.userDistributed).changes === 0) return false;
  run(unit.db, MOVE_ON, userId, rule.queueId);
  run(unit.db, OFFERED, ticket.id, userId, unit.now);
  recordStep(unit, "distributed", ticket, storedTicket(unit.db, ticket.id), null);
  unit.due(DISTRIBUTION_DUE, unit.now + Math.min(patienceMs(unit), OFFLINE_MS));
  return true;
}

/** Whoever it was offered to did not take it: the next gets it, and behind the last it is everybody's. */
export function passOn(unit: TenantUnit, ticket: Ticket): void {
  if (offerToNext(unit, ticket)) return;
  if (run(unit.db, FREE, ticket.id, ticket.userDistributed).changes === 0) return;
  const kind = queueRule(unit.db, ticket.queueId) ? "distribution_exhausted" : "queued";
  recordStep(unit, kind, ticket, storedTicket(unit.db, ticket.id), null);
}

import { auditTicketRead } from "#accounts/audit/index.ts";
import type { TicketScope } from "#inbox/tickets/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/**
 * Words of a conversation are shown to somebody: the audit trail is told when another person attends it now, and
 * whatever the provider's support reads. A key reads for its company, not over a shoulder.
 */
export function auditRead(
  ctx: UserCtx,
  ticketId: number,
  place: Pick<TicketScope, "status" | "userId">,
): void {
  const { actor } = ctx;
  if (actor.supportUntil !== undefined || isOthers(place, actor)) auditTicketRead(ctx, ticketId);
}

const isOthers = (
  { status, userId }: Pick<TicketScope, "status" | "userId">,
  { id }: UserCtx["actor"],
): boolean => status === "open" && userId !== null && id !== 0 && userId !== id;

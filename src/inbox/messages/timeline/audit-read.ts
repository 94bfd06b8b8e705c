import { auditTicketRead } from "#accounts/audit/index.ts";
import { isParticipant, type TicketScope } from "#inbox/tickets/index.ts";
import { isSupport } from "#tenants/policy.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/**
 * Records in the audit log that a user who is no participant read the open ticket of another attendant, and every ticket that the provider's
 * support read. Reads with API keys are not recorded.
 */
export function auditRead(
  ctx: UserCtx,
  ticketId: number,
  place: Pick<TicketScope, "status" | "userId" | "participants">,
): void {
  const { actor } = ctx;
  if (isSupport(actor) || isOthers(place, actor)) auditTicketRead(ctx, ticketId);
}

const isOthers = (
  { status, userId, participants }: Pick<TicketScope, "status" | "userId" | "participants">,
  { id }: UserCtx["actor"],
): boolean =>
  status === "open" &&
  userId !== null &&
  id !== 0 &&
  userId !== id &&
  !isParticipant({ id }, { participants });

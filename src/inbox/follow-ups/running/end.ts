import { notify } from "#accounts/notifications/index.ts";
import { removeMediaFile } from "#channels/media/index.ts";
import type { FollowUpEndReason } from "#inbox/follow-ups/contract.ts";
import { FollowUpEnded } from "#inbox/follow-ups/events.ts";
import * as sql from "#inbox/follow-ups/follow-ups.sql.ts";
import { filesOf } from "#inbox/follow-ups/save.ts";
import type { FollowUpRun } from "#inbox/follow-ups/schema.ts";
import { cancelUntried } from "#inbox/messages/index.ts";
import { recordTicketEvent, storedTicket, wakeTicket } from "#inbox/tickets/index.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** End reasons that notify the attendant: the run finished, or cannot continue (docs/rules/follow-ups.md#end). */
const ANNOUNCED: ReadonlySet<FollowUpEndReason> = new Set([
  "opted_out",
  "blocked",
  "window_closed",
  "send_failed",
  "connection_gone",
  "too_late",
  "finished",
]);

/**
 * Ends a run: a step that waits in the outbox is not sent. A run that finished or failed wakes its ticket and notifies
 * the attendant. `userId`: the person who stopped it. Does nothing when the run has already ended.
 */
export function endRun(
  unit: TenantUnit,
  run: FollowUpRun,
  reason: FollowUpEndReason,
  userId: number | null = null,
): void {
  if (execute(unit.db, sql.end, { reason, now: unit.now, id: run.id }).changes === 0) return;
  if (run.outboxId !== null) cancelUntried(unit, run.outboxId);
  for (const fileId of filesOf(run.steps)) removeMediaFile(unit, fileId);
  const ticket = storedTicket(unit.db, run.ticketId);
  recordTicketEvent(unit, "follow_up_ended", ticket, ticket, userId, { name: run.name, reason });
  unit.emit(FollowUpEnded, { ticket, runId: run.id, reason });
  if (!ANNOUNCED.has(reason)) return;
  wakeTicket(unit, ticket, "follow_up");
  if (ticket.userId === null) return;
  notify(unit, [ticket.userId], {
    kind: "follow_up_ended",
    ticketId: ticket.id,
    subjectId: run.id,
    details: { reason },
  });
}

import { fieldValue, isSameValue, setField } from "#automation/ticket-actions/index.ts";
import { runningRun, stopFollowUp } from "#inbox/follow-ups/index.ts";
import { changeTags, prioritise, putBack, storedTicket } from "#inbox/tickets/index.ts";
import { execute } from "#platform/db/query.ts";
import { AppError } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./bulk-actions.sql.ts";
import { undoTooLate } from "./errors.ts";
import type { Trace } from "./item.ts";

/**
 * Undoes the changes of a run to one ticket, in one transaction: restores queue, attendant, priority and tags, and
 * stops the follow-up that the run started. Values that were changed since are kept, with the code of the reason
 * (docs/rules/bulk-actions.md#undo). `before` null: the time to undo has passed.
 */
export function undoItem(ctx: UserCtx, runId: number, ticketId: number, before: string | null): void {
  const { tenant } = ctx;
  const key = { runId, ticketId, before: null };
  try {
    tenant.write((unit) => {
      if (before === null) throw undoTooLate();
      restore(ctx, ticketId, JSON.parse(before) as Trace);
      execute(unit.db, sql.setItem, { ...key, state: "undone", error: null });
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    tenant.write((unit) => execute(unit.db, sql.setItem, { ...key, state: "kept", error: error.code }));
  }
}

function restore(
  ctx: UserCtx,
  ticketId: number,
  { place, priority, fields, followUpRun, tagsAdded, tagsRemoved }: Trace,
): void {
  ctx.tenant.write((unit) => {
    const now = storedTicket(unit.db, ticketId);
    if (followUpRun !== undefined && runningRun(unit.tenant, ticketId)?.id === followUpRun)
      stopFollowUp(ctx, ticketId);
    if (place) putBack(unit, ctx.actor, now, ...place);
    if (priority && now.priority === priority[1]) prioritise(ctx, ticketId, priority[0]);
    for (const [key, [before, after]] of Object.entries(fields ?? {}))
      if (isSameValue(fieldValue(ctx.tenant, now, key), after)) setField(ctx, now, key, before);
    if (tagsAdded.length > 0) changeTags(ctx, ticketId, "remove", tagsAdded);
    if (tagsRemoved.length > 0) changeTags(ctx, ticketId, "add", tagsRemoved);
  });
}

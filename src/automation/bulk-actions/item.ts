import { ActionRefused, runActions } from "#automation/ticket-actions/index.ts";
import { type Place, storedTicket, type Ticket, ticketById } from "#inbox/tickets/index.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./bulk-actions.sql.ts";
import type { BulkRun } from "./schema.ts";

/** What an undo needs of one ticket: ids, numbers and times. */
export interface Trace {
  /** Before and after the run; absent = unchanged. */
  readonly priority?: readonly [Ticket["priority"], Ticket["priority"]];
  readonly place?: readonly [Place, Place];
  readonly tagsAdded: readonly number[];
  readonly tagsRemoved: readonly number[];
}

/** A close of a run can be undone for at least this long before its farewell is sent, ms. */
const LEAST_UNDO_MS = 15_000;
/** Farewells of a run over one unofficial number are this far apart, ms. */
const APART_MS = 2000;

/** Runs the actions of a run on one ticket and stores the result, in one transaction. A refusal changes nothing but its state. */
export function runItem(ctx: UserCtx, run: BulkRun, ticketId: number): void {
  const key = { runId: run.id, ticketId };
  try {
    ctx.tenant.write((unit) => {
      const before = ticketById(unit.db, ticketId);
      if (!before) return;
      const tags = tagsOf(unit.db, ticketId);
      const undoMs = (ticket: Ticket) => farewellDelay(unit, run, ticket);
      const changed = runActions(ctx, ticketId, run.actions, { undoMs });
      const trace = traceOf(unit.db, before, tags);
      const state = changed ? "done" : "unchanged";
      const stored = changed ? JSON.stringify(trace) : null;
      execute(unit.db, sql.setItem, { ...key, state, error: null, before: stored });
    });
  } catch (error) {
    if (!(error instanceof ActionRefused)) throw error;
    const { code } = error.error;
    ctx.tenant.write((unit) =>
      execute(unit.db, sql.setItem, { ...key, state: "failed", error: code, before: null }),
    );
  }
}

/** How long the farewell of a close waits, ms: until the one before it on the same unofficial number is sent. */
function farewellDelay(unit: TenantUnit, run: BulkRun, { connectionId }: Ticket): number {
  const last = queryOne(unit.db, sql.lastFarewell, { runId: run.id, connectionId })?.at ?? 0;
  return Math.max(LEAST_UNDO_MS, last + APART_MS - unit.now);
}

const tagsOf = (db: Db, ticketId: number): number[] =>
  queryAll(db, sql.tagsOf, { ticketId }).map(({ tagId }) => tagId);

function traceOf(db: Db, before: Ticket, tagsBefore: readonly number[]): Trace {
  const after = storedTicket(db, before.id);
  const tags = tagsOf(db, before.id);
  const place: readonly [Place, Place] = [placeOf(before), placeOf(after)];
  return {
    ...(before.priority !== after.priority && { priority: [before.priority, after.priority] }),
    ...(JSON.stringify(place[0]) !== JSON.stringify(place[1]) && { place }),
    tagsAdded: tags.filter((id) => !tagsBefore.includes(id)),
    tagsRemoved: tagsBefore.filter((id) => !tags.includes(id)),
  };
}

const placeOf = (ticket: Ticket): Place => ({
  status: ticket.status,
  queueId: ticket.queueId,
  userId: ticket.userId,
  closedAt: ticket.closedAt,
  pendingSince: ticket.pendingSince,
  snoozeMode: ticket.snoozeMode,
  snoozedUntil: ticket.snoozedUntil,
  snoozedBy: ticket.snoozedBy,
  asleepSince: ticket.asleepSince,
  wokenAt: ticket.wokenAt,
  wakeReason: ticket.wakeReason,
  wakeReturnAt: ticket.wakeReturnAt,
});

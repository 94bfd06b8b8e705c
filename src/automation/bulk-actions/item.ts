import { ActionRefused, fieldValue, runActions } from "#automation/ticket-actions/index.ts";
import { runningRun } from "#inbox/follow-ups/index.ts";
import { type Place, type Ticket, ticketById } from "#inbox/tickets/index.ts";
import type { NewValue } from "#people/fields/contract.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./bulk-actions.sql.ts";
import type { BulkRun } from "./schema.ts";

/** The data of one ticket that an undo needs; deleted when the run can no longer be undone. */
export interface Trace {
  /** Before and after the run; absent = unchanged. */
  readonly priority?: readonly [Ticket["priority"], Ticket["priority"]];
  readonly place?: readonly [Place, Place];
  /** Values of fields by key. */
  readonly fields?: Readonly<Record<string, readonly [NewValue, NewValue]>>;
  /** The started follow-up. */
  readonly followUpRun?: number;
  readonly tagsAdded: readonly number[];
  readonly tagsRemoved: readonly number[];
}

/** A close of a run can be undone for at least this long before its farewell is sent, ms. */
const LEAST_UNDO_MS = 15_000;
/** Farewells of a run over one unofficial number are this far apart, ms. */
const APART_MS = 2000;

/**
 * Runs the actions of a run on one ticket and stores the result, in one transaction. When an action is refused, only
 * the result of the ticket is stored.
 */
export function runItem(ctx: UserCtx, run: BulkRun, ticketId: number): void {
  const key = { runId: run.id, ticketId };
  try {
    ctx.tenant.write((unit) => {
      const before = stateOf(ctx, run, ticketId);
      if (!before) return;
      const undoMs = (ticket: Ticket) => farewellDelay(unit, run, ticket);
      const changed = runActions(ctx, ticketId, run.actions, { undoMs });
      const after = stateOf(ctx, run, ticketId);
      const trace = after && traceOf(before, after);
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

/**
 * The delay of a ticket's farewell, ms. It is sent at least 2 s after the previous farewell of the run on the same
 * unofficial number.
 */
function farewellDelay(unit: TenantUnit, run: BulkRun, { connectionId }: Ticket): number {
  const last = queryOne(unit.db, sql.lastFarewell, { runId: run.id, connectionId })?.at ?? 0;
  return Math.max(LEAST_UNDO_MS, last + APART_MS - unit.now);
}

/** The values that an undo restores. */
interface State {
  readonly ticket: Ticket;
  readonly tags: readonly number[];
  /** Values of the fields that the run sets. */
  readonly values: ReadonlyMap<string, NewValue>;
  /** The running follow-up, if the run starts one. */
  readonly followUpRun: number | null;
}

function stateOf({ tenant }: UserCtx, { actions }: BulkRun, ticketId: number): State | undefined {
  const ticket = ticketById(tenant.db, ticketId);
  if (!ticket) return undefined;
  const tags = queryAll(tenant.db, sql.tagsOf, { ticketId }).map(({ tagId }) => tagId);
  const keys = actions.flatMap((one) => (one.action === "field_set" ? [one.key] : []));
  const starts = actions.some(({ action }) => action === "follow_up");
  return {
    ticket,
    tags,
    values: new Map(keys.map((key) => [key, fieldValue(tenant, ticket, key)])),
    followUpRun: starts ? (runningRun(tenant, ticketId)?.id ?? null) : null,
  };
}

function traceOf(before: State, after: State): Trace {
  const place: readonly [Place, Place] = [placeOf(before.ticket), placeOf(after.ticket)];
  const priority = [before.ticket.priority, after.ticket.priority] as const;
  const fields = [...before.values].map(([key, value]) => [key, [value, after.values.get(key) ?? null]]);
  return {
    ...(priority[0] !== priority[1] && { priority }),
    ...(JSON.stringify(place[0]) !== JSON.stringify(place[1]) && { place }),
    ...(after.followUpRun !== null && { followUpRun: after.followUpRun }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    tagsAdded: after.tags.filter((id) => !before.tags.includes(id)),
    tagsRemoved: before.tags.filter((id) => !after.tags.includes(id)),
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

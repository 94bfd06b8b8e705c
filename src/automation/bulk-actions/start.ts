import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import { ticketPage } from "#inbox/tickets/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { limitReached, noPermission } from "#platform/errors.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./bulk-actions.sql.ts";
import { type BulkBody, MOST_FAREWELLS } from "./contract.ts";
import { bulkRunning, tooManyTexts, undoTooLate } from "./errors.ts";
import { BulkRunChanged } from "./events.ts";
import { BULK_DUE, UNDO_MS } from "./job.ts";
import { mayRunBulk, mostTickets } from "./policy.ts";
import { findRun, ownRun } from "./queries.ts";
import type { BulkRun } from "./schema.ts";

/**
 * `POST /tickets/bulk`: stores the selected tickets and starts the run. A repeated `requestId` returns the run that it
 * started (docs/rules/bulk-actions.md#start). Throws 403 ERR_NO_PERMISSION in support sessions, 409 ERR_BULK_RUNNING,
 * 409 ERR_LIMIT_REACHED, 400 ERR_BULK_TOO_MANY_TEXTS, 400 ERR_VALIDATION.
 */
export async function startBulk(
  ctx: UserCtx,
  { selection, actions, requestId }: BulkBody,
): Promise<{ runId: number; total: number }> {
  const { tenant, actor } = ctx;
  if (!mayRunBulk(actor)) throw noPermission();
  const known = runOfRequest(ctx, requestId);
  if (known) return known;
  const most = mostTickets(actor);
  const { ids: chosen, query, except } = selection;
  const ids = query ? await idsOfList(ctx, query, except, most) : new Set(chosen);
  if (ids.size > most) throw limitReached("bulk", most);
  return tenant.write((unit) => {
    const meanwhile = runOfRequest(ctx, requestId);
    if (meanwhile) return meanwhile;
    requireIdle(unit, actor.id);
    const list = JSON.stringify([...ids]);
    if (
      actions.some(isFarewell) &&
      (queryOne(unit.db, sql.perNumber, { ids: list })?.n ?? 0) > MOST_FAREWELLS
    )
      throw tooManyTexts(MOST_FAREWELLS);
    const { id: runId } = execute(unit.db, sql.insertRun, {
      userId: actor.id,
      requestId,
      actions: JSON.stringify(actions),
      total: ids.size,
      now: unit.now,
    });
    const total = execute(unit.db, sql.insertItems, { runId, ids: list }).changes;
    execute(unit.db, sql.setTotal, { id: runId, total });
    begin(unit, actor.id, runId);
    return { runId, total };
  });
}

const isFarewell = (action: TicketAction): boolean => action.action === "resolve" && action.farewell;

function runOfRequest({ tenant, actor }: UserCtx, requestId: string) {
  const found = queryOne(tenant.db, sql.runOfRequest, { userId: actor.id, requestId });
  const run = found && findRun(tenant.db, found.id);
  return run && { runId: run.id, total: run.total };
}

/** The ids of the tickets of a list, in its order. Stops when there are more than `most`. */
async function idsOfList(
  ctx: UserCtx,
  query: NonNullable<BulkBody["selection"]["query"]>,
  except: readonly number[],
  most: number,
): Promise<Set<number>> {
  const left = new Set(except);
  const ids = new Set<number>();
  for (let pageNumber = 1; ; pageNumber += 1) {
    const { tickets, hasMore } = ticketPage(ctx, { ...query, pageNumber }, "bulk ");
    for (const { id } of tickets) if (!left.has(id)) ids.add(id);
    if (!hasMore || ids.size > most) return ids;
    await yieldToEventLoop(ctx.tenant);
  }
}

function requireIdle(unit: TenantUnit, userId: number): void {
  if (queryOne(unit.db, sql.workingOf, { userId })) throw bulkRunning();
}

function begin(unit: TenantUnit, userId: number, runId: number): void {
  unit.scheduleWake(BULK_DUE, unit.now);
  unit.emit(BulkRunChanged, { userId, runId });
}

/** `POST /tickets/bulk/{id}/cancel`: tickets that are not processed yet stay unchanged. Throws 404 ERR_NOT_FOUND. */
export const cancelBulk = (ctx: UserCtx, id: number): void =>
  change(ctx, id, (unit, run) => {
    if (run.state !== "running") return;
    execute(unit.db, sql.setState, { id, state: "cancelled", undoUntil: unit.now + UNDO_MS });
  });

/** `POST /tickets/bulk/{id}/retry`: processes the failed tickets again. Throws 404 ERR_NOT_FOUND, 409 ERR_BULK_RUNNING. */
export const retryBulk = (ctx: UserCtx, id: number): void =>
  change(ctx, id, (unit, run) => {
    requireIdle(unit, run.userId);
    if (run.state !== "done" && run.state !== "cancelled") return;
    execute(unit.db, sql.retryFailed, { runId: id });
    execute(unit.db, sql.setState, { id, state: "running", undoUntil: null });
  });

/**
 * `POST /tickets/bulk/{id}/undo`: puts the changed tickets back (docs/rules/bulk-actions.md#undo). Throws 404
 * ERR_NOT_FOUND, 409 ERR_BULK_RUNNING, 409 ERR_UNDO_TOO_LATE after 10 minutes.
 */
export const undoBulk = (ctx: UserCtx, id: number): void =>
  change(ctx, id, (unit, run) => {
    requireIdle(unit, run.userId);
    if (run.state === "undone") return;
    if (run.undoUntil === null || run.undoUntil <= unit.now) throw undoTooLate();
    execute(unit.db, sql.setState, { id, state: "undoing", undoUntil: null });
  });

function change(ctx: UserCtx, id: number, work: (unit: TenantUnit, run: BulkRun) => void): void {
  ctx.tenant.write((unit) => {
    const run = ownRun(ctx, id);
    work(unit, run);
    begin(unit, run.userId, id);
  });
}

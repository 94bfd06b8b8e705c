import { notify } from "#accounts/notifications/index.ts";
import { actorOfUser } from "#accounts/users/index.ts";
import { withDeferredSync } from "#platform/db/durability/deferred-sync.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import { isFromBeforeResume } from "#tenants/on-hold.ts";
import type { Tenant, UserActor } from "#tenants/tenant.ts";
import * as sql from "./bulk-actions.sql.ts";
import { BulkRunChanged } from "./events.ts";
import { runItem } from "./item.ts";
import { findRun, progressOf } from "./queries.ts";
import type { BulkRun } from "./schema.ts";
import { undoItem } from "./undo.ts";

/** Job name in the wake-up schedule of companies with runs. */
export const BULK_DUE = "bulk_actions";
/** How long a run can be undone after its end, ms. */
export const UNDO_MS = 10 * 60_000;
/** Runs are deleted this long after their start, ms. */
const KEPT_MS = 30 * 86_400_000;
/** Number of tickets of a run that are read together. The event loop handles other work after each ticket. */
const AT_A_TIME = 20;
/** Maximum number of tickets of a run per call of the job, so that other companies do not wait longer. */
const PER_CALL = 200;

/**
 * Every second: works on runs, 200 tickets each, one transaction per ticket; a restart continues with the waiting ones.
 */
export const bulkWork = defineDueJob({
  job: BULK_DUE,
  every: { seconds: 1 },
  afterSetBack: true,
  failure: "bulk actions failed; retry in 1 s",
  run: workOnRuns,
});

async function workOnRuns(tenant: Tenant): Promise<void> {
  for (const { id } of queryAll(tenant.db, sql.working)) await workOn(tenant, id);
  tenant.write((unit) => {
    execute(unit.db, sql.deleteOld, { before: unit.now - KEPT_MS });
    execute(unit.db, sql.forgetBefore, { now: unit.now });
  });
  const isWorking = queryOne(tenant.db, sql.working) !== undefined;
  const next = isWorking
    ? tenant.clock.now()
    : (queryOne(tenant.db, sql.nextEnd, { keptMs: KEPT_MS })?.at ?? null);
  tenant.installation.tenants.rescheduleWake(tenant.id, BULK_DUE, next);
}

async function workOn(tenant: Tenant, runId: number): Promise<void> {
  for (let left = PER_CALL; left > 0; left -= AT_A_TIME) {
    const run = findRun(tenant.db, runId);
    if (run?.state !== "running" && run?.state !== "undoing") return;
    const state = run.state === "running" ? "waiting" : "done";
    const items = queryAll(tenant.db, sql.nextItems, { runId, state, limit: AT_A_TIME });
    const isOver = isFromBeforeResume(tenant.company, run.createdAt);
    if (items.length === 0 || isOver) {
      finish(tenant, run, isOver);
      return;
    }
    for (const { ticketId, before } of items) {
      // Cancelled meanwhile, or the rights of its user have changed.
      const now = findRun(tenant.db, runId);
      if (now?.state !== run.state) return;
      const ctx = { tenant, actor: actorOf(tenant, run.userId) };
      withDeferredSync(tenant.db, () =>
        run.state === "running" ? runItem(ctx, run, ticketId) : undoItem(ctx, runId, ticketId, before),
      );
      await yieldToEventLoop(tenant);
    }
    await tenant.durable();
  }
  tenant.write((unit) => {
    const run = findRun(unit.db, runId);
    if (run) unit.emit(BulkRunChanged, { userId: run.userId, runId });
  });
}

/**
 * Ends a run and notifies its user. `isOver`: the company was restored since the start, so the remaining tickets are
 * not changed.
 */
function finish(tenant: Tenant, run: BulkRun, isOver: boolean): void {
  const undone = run.state === "undoing";
  tenant.write((unit) => {
    const state = undone ? "undone" : isOver ? "cancelled" : "done";
    execute(unit.db, sql.setState, { id: run.id, state, undoUntil: undone ? null : unit.now + UNDO_MS });
    const { done, unchanged, failed, undone: restored, kept } = progressOf(tenant, run);
    const counts = undone ? { done: restored, failed: kept } : { done: done + unchanged, failed };
    notify(unit, [run.userId], {
      kind: "bulk_done",
      ticketId: null,
      subjectId: run.id,
      details: { undone, total: run.total, ...counts },
    });
    unit.emit(BulkRunChanged, { userId: run.userId, runId: run.id });
  });
}

/** The user of a run with current permissions; the runs of a deleted user are deleted. */
function actorOf(tenant: Tenant, userId: number): UserActor {
  const actor = actorOfUser(tenant, userId);
  if (!actor) throw new Error("the user of a bulk run is missing");
  return actor;
}

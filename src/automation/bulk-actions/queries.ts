import { eq } from "drizzle-orm";
import { NotifiedTicketsPort } from "#accounts/notifications/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./bulk-actions.sql.ts";
import type { BulkProgress, BulkReport } from "./contract.ts";
import { type BulkRun, bulkRun } from "./schema.ts";

export const findRun = (db: Db, id: number): BulkRun | undefined =>
  db.select().from(bulkRun).where(eq(bulkRun.id, id)).get();

/** A run of the caller. Throws 404 ERR_NOT_FOUND. */
export function ownRun({ tenant, actor }: UserCtx, id: number): BulkRun {
  const run = findRun(tenant.db, id);
  if (run?.userId !== actor.id) throw notFound();
  return run;
}

/** The progress of a run. */
export function progressOf(tenant: Tenant, { id, state, total, undoUntil }: BulkRun): BulkProgress {
  const counted = { waiting: 0, done: 0, unchanged: 0, failed: 0, undone: 0, kept: 0 };
  for (const row of queryAll(tenant.db, sql.counts, { runId: id })) counted[row.state] = row.n;
  const until = undoUntil === null ? null : new Date(undoUntil).toISOString();
  return { id, state, total, ...counted, undoUntil: until };
}

/** The caller's run or undo in progress, for the notice bell, with the numbers of finished and of all tickets. */
export function workingRun({ tenant, actor }: UserCtx) {
  const run = queryOne(tenant.db, sql.workingRun, { userId: actor.id });
  if (!run) return undefined;
  const counted = new Map(
    queryAll(tenant.db, sql.counts, { runId: run.id }).map(({ state, n }) => [state, n]),
  );
  const isUndoing = run.state === "undoing";
  const left = counted.get(isUndoing ? "done" : "waiting") ?? 0;
  return { id: run.id, isUndoing, done: run.total - left, total: run.total, startedAt: run.createdAt };
}

/** `GET /tickets/bulk/{id}`: a run of the caller, with what failed by its reason. Throws 404 ERR_NOT_FOUND. */
export function reportOf(ctx: UserCtx, id: number): BulkReport {
  const { tenant, actor } = ctx;
  const run = ownRun(ctx, id);
  const failed = queryAll(tenant.db, sql.failures, { runId: id });
  const ids = failed.map(({ ticketId }) => ticketId);
  const named = tenant.installation.ports.use(NotifiedTicketsPort)(tenant, actor, ids);
  const failures: { error: string; tickets: { id: number; name: string | null }[] }[] = [];
  for (const { ticketId, error } of failed) {
    const ticket = { id: ticketId, name: named.get(ticketId)?.name ?? null };
    const known = failures.find((group) => group.error === error);
    if (known) known.tickets.push(ticket);
    else failures.push({ error: error ?? "", tickets: [ticket] });
  }
  return { ...progressOf(tenant, run), failures };
}

import type { Db } from "#platform/db/database.ts";
import { withDeferredSync } from "#platform/db/durability/deferred-sync.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./fold.sql.ts";

/** Adds the changes recorded in `metric_change` to the totals, in batches that yield to the event loop in between. */
export async function foldChanges(tenant: Tenant): Promise<void> {
  while (foldSome(tenant)) await yieldToEventLoop(tenant);
}

/** Adds all recorded changes to the totals in one transaction. */
export function foldAllChanges(tenant: Tenant): void {
  tenant.write(({ db }) => {
    for (let turn = nextOf(db); turn !== undefined; turn = nextOf(db)) fold(db, turn.upTo);
  });
}

/**
 * Adds one batch of recorded changes to the totals (some ms); returns whether more are left. Not synced: a power cut
 * that loses the new totals also restores the recorded changes.
 */
export function foldSome(tenant: Tenant): boolean {
  const { db } = tenant;
  const turn = nextOf(db);
  if (turn) withDeferredSync(db, () => tenant.base.write(() => fold(db, turn.upTo)));
  return turn?.isFull ?? false;
}

/** Returns the end of the next batch: changes up to this attendance id. */
function nextOf(db: Db): { readonly upTo: number; readonly isFull: boolean } | undefined {
  const { id, n } = queryOne(db, sql.endOfBatch) ?? { id: null, n: 0 };
  return id === null ? undefined : { upTo: id, isFull: n === sql.BATCH };
}

function fold(db: Db, upTo: number): void {
  for (const difference of queryAll(db, sql.differences, { upTo })) addUp(db, difference);
  execute(db, sql.deleteChanges, { upTo });
}

function addUp(db: Db, difference: sql.Difference): void {
  const { at } = difference;
  // Skips totals that do not change: attendances that only started count by hour, but not by day or four weeks.
  for (const { lengthMs, columns, add } of sql.SUMS)
    if (columns.some((column) => difference[column] !== 0))
      execute(db, add, { ...difference, at: at - (at % lengthMs) });
}

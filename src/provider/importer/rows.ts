import { setImmediate as turn } from "node:timers/promises";
import { withSyncNormal } from "#platform/db/durability/sync-mode.ts";
import { queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { Cancelled, type Context, timesOf } from "./context.ts";
import type { Row } from "./dump/values.ts";
import * as sql from "./importer.sql.ts";
import { note, type Reason, tallyOf } from "./report.ts";
import type { Staged } from "./staging.ts";

/** Thrown for a row that is not imported, with the reason. */
export class Skip extends Error {
  readonly reason: Reason;
  readonly detail: string | undefined;

  constructor(reason: Reason, detail?: string) {
    super(reason);
    this.reason = reason;
    this.detail = detail;
  }
}

/** A row of the dump that is being imported. */
export interface Incoming {
  readonly row: Row;
  readonly id: string;
  /** ms */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Notes that the row was imported with a change. */
  note(reason: Reason, detail?: string): void;
}

/** Imports the rows of one table of the dump. */
export interface Loader {
  /** Table of the dump. */
  readonly kind: string;
  /** Target table, to check whether a row still exists and was changed; null = no check. */
  readonly table: string | null;
  /** Asynchronous work (files) before the transaction of a batch. */
  readonly prepare?: (rows: readonly Row[]) => Promise<void>;
  /** Inserts the row, or returns the existing equal one; throws Skip. */
  readonly create: (
    unit: TenantUnit,
    incoming: Incoming,
  ) => { readonly id: number; readonly matched?: boolean };
  /** Applies a newer state of the dump to a row that was not changed here. */
  readonly update?: (unit: TenantUnit, id: number, incoming: Incoming) => void;
}

const BATCH = 500;

/** Runs the writes of one row as one savepoint: a failure rolls all of them back. */
const inStep = <T>(unit: TenantUnit, work: () => T): T => unit.db.$client.transaction(work)();

/**
 * Imports all rows of a table, oldest first, some hundred per transaction: after a kill the next run continues after
 * the stored ones. Throws Cancelled.
 */
export async function loadRows(ctx: Context, loader: Loader): Promise<void> {
  for (let after: Staged | undefined; ; ) {
    const page = ctx.staging.page(loader.kind, ctx.company, after, BATCH);
    if (page.length === 0) return;
    const rows = page.map((staged) => ({ staged, row: JSON.parse(staged.data) as Row }));
    await loader.prepare?.(rows.map(({ row }) => row));
    withSyncNormal(ctx.tenant.db, () =>
      ctx.tenant.write((unit) => {
        for (const { staged, row } of rows) loadRow(ctx, loader, unit, staged, row);
      }),
    );
    ctx.onRows(page.length);
    after = page.at(-1);
    // Lets the event loop handle Ctrl+C.
    await turn();
    if (ctx.signal.aborted) throw new Cancelled();
  }
}

function loadRow(ctx: Context, loader: Loader, unit: TenantUnit, staged: Staged, row: Row): void {
  const { kind } = loader;
  const tally = tallyOf(ctx.report, kind);
  tally.read += 1;
  const hash = Bun.hash(staged.data).toString(36);
  const known = ctx.refs.find(kind, staged.id);
  if (known?.hash === hash) {
    tally.unchanged += 1;
    return;
  }
  const incoming: Incoming = {
    row,
    id: staged.id,
    ...timesOf(ctx, row),
    note: (reason, detail) => note(ctx.report, kind, reason, staged.id, detail),
  };
  try {
    inStep(unit, () => {
      if (known) {
        change(loader, unit, known.id, incoming);
        tally.updated += 1;
        ctx.refs.keep(kind, staged.id, known.id, hash);
        return;
      }
      const { id, matched = false } = loader.create(unit, incoming);
      ctx.refs.keep(kind, staged.id, id, hash);
      tally[matched ? "matched" : "created"] += 1;
    });
  } catch (error) {
    if (!(error instanceof Skip) && !isConstraint(error)) throw error;
    tally.skipped += 1;
    if (error instanceof Skip) incoming.note(error.reason, error.detail);
    else incoming.note("failed", (error as Error).message);
  }
}

function change(loader: Loader, unit: TenantUnit, id: number, incoming: Incoming): void {
  const { table } = loader;
  if (!loader.update) return;
  if (table) {
    const here = queryOne(unit.db, sql.updatedAtOf(table), { id });
    if (!here) throw new Skip("removed_here");
    if (here.updatedAt > incoming.updatedAt) throw new Skip("changed_here");
  }
  loader.update(unit, id, incoming);
}

const isConstraint = (error: unknown): boolean =>
  String((error as { code?: unknown }).code ?? "").startsWith("SQLITE_CONSTRAINT");

/** Id here of the parent of a row; throws Skip when the parent was not imported. */
export function required(ctx: Context, kind: string, externalId: string | null | undefined): number {
  const id = ctx.refs.id(kind, externalId);
  if (id === null) throw new Skip("no_parent", `${kind} ${externalId ?? "none"}`);
  return id;
}

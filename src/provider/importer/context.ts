import type { Tenant } from "#tenants/tenant.ts";
import { instantOf, type Row } from "./dump/values.ts";
import type { Media } from "./media.ts";
import type { Refs } from "./refs.ts";
import type { CompanyReport } from "./report.ts";
import type { Staging } from "./staging.ts";

/** The operator cancelled the import; imported rows stay. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
}

/** Dependencies of the import of one company. */
export interface Context {
  readonly tenant: Tenant;
  readonly staging: Staging;
  /** External id of the company in the dump; "" when it has none. */
  readonly company: string;
  readonly refs: Refs;
  readonly report: CompanyReport;
  readonly media: Media;
  /** Time zone of the dump's local times. */
  readonly zone: string;
  readonly signal: AbortSignal;
  /** Reports this number of further processed rows. */
  readonly onRows: (rows: number) => void;
}

/** Creation and update time of a row, ms; now where they are missing. */
export function timesOf(ctx: Context, row: Row): { readonly createdAt: number; readonly updatedAt: number } {
  const now = ctx.tenant.clock.now();
  const createdAt = Math.min(instantOf(row["createdAt"], ctx.zone) ?? now, now);
  const updatedAt = Math.min(instantOf(row["updatedAt"], ctx.zone) ?? createdAt, now);
  return { createdAt, updatedAt: Math.max(createdAt, updatedAt) };
}

import type { Rows } from "#inbox/reports/attendances/attendances.sql.ts";
import { wantedRows } from "#inbox/reports/attendances/wanted.ts";
import { ratedRows } from "#inbox/reports/satisfaction/rated-rows.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { FileFilter, ReportKind } from "./contract.ts";

/** Selects the rows of a report that is written in pieces; undefined for a report that is written in one piece. */
export function rowsOf(ctx: UserCtx, kind: ReportKind, filter: FileFilter): Rows | undefined {
  if (kind === "attendances") return wantedRows(ctx, filter);
  return kind === "ratings" ? ratedRows(ctx, filter) : undefined;
}

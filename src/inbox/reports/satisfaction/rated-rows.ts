import { isCommented, isOfDashboard, type Rows } from "#inbox/reports/attendances/attendances.sql.ts";
import { wantedRows } from "#inbox/reports/attendances/wanted.ts";
import type { FileFilter } from "#inbox/reports/files/contract.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/** The ratings that `GET /reports/ratings` lists, in its order, as attendances. Throws the errors of `wantedRows`. */
export function ratedRows(ctx: UserCtx, filter: FileFilter): Rows {
  const { days, date_from, date_to, queueIds, whatsappIds, tagIds, commented } = filter;
  const asked = { days, date_from, date_to, queueIds, whatsappIds, tagIds };
  const { period: _, ...rows } = wantedRows(ctx, { ...asked, by: "rated", sort: "newest" });
  const conditions = [...rows.conditions, isOfDashboard, ...(commented ? [isCommented] : [])];
  return { ...rows, conditions };
}

import { execute, queryOne } from "#platform/db/query.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./drafts.sql.ts";

/** Name of the wake-up of companies with drafts. */
export const DRAFTS_DUE = "drafts";
/** Drafts are deleted this long after their last change, ms. */
export const KEPT_MS = 30 * 86_400_000;

/** Deletes drafts 30 days after their last change (docs/rules/drafts.md#kept). */
export const deleteOldDrafts = defineDueJob({
  name: "drafts",
  job: DRAFTS_DUE,
  every: "0 50 3 * * *",
  failure: "old drafts not deleted",
  whileHeld: true,
  run(tenant) {
    tenant.write((unit) => execute(unit.db, sql.deleteOld, { before: unit.now - KEPT_MS }));
    const oldest = queryOne(tenant.db, sql.oldest)?.at ?? null;
    return oldest === null ? null : oldest + KEPT_MS;
  },
});

/** Deletes all drafts of a ticket whose messages are deleted by age. */
export const forgetDraftsOfTicket = (unit: TenantUnit, ticketId: number): void =>
  void execute(unit.db, sql.deleteOfTicket, { ticketId });

import { eq } from "drizzle-orm";
import type { SharedTable } from "#tenants/system-tables.ts";
import { isPlanUsed } from "./queries.ts";
import { plan } from "./schema.ts";
import { announceToCompanies } from "./write.ts";

/** Plans in other cells: a deleted one stays while companies of the cell have it, and is no longer offered. */
export const sharedPlans: SharedTable = {
  table: "plan",
  isKept: (system, { id }) => isPlanUsed(system, Number(id)),
  retire: (system, { id }) =>
    void system
      .update(plan)
      .set({ enabled: false })
      .where(eq(plan.id, Number(id)))
      .run(),
  copied(installation, changes) {
    for (const { before, after } of changes)
      if (before && after) announceToCompanies(installation, Number(after["id"]));
  },
};

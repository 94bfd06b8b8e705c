import { execute, queryOne } from "#platform/db/query.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { LinkPreviewAnswer } from "./contract.ts";
import * as sql from "./link-previews.sql.ts";

/** Name of the wake-up of companies with stored previews. */
const DUE = "link_previews";
/** A fetched preview is used again for this time, then deleted, ms (docs/rules/link-previews.md#kept). */
const KEPT_MS = 7 * 86_400_000;

/** The preview of an address that was fetched in the last 7 days. */
export const storedPreview = ({ db, clock }: Tenant, url: string): LinkPreviewAnswer | undefined =>
  queryOne(db, sql.stored, { url, after: clock.now() - KEPT_MS });

export function storePreview(unit: TenantUnit, preview: LinkPreviewAnswer): void {
  execute(unit.db, sql.store, { ...preview, at: unit.now });
  unit.scheduleWake(DUE, unit.now + KEPT_MS);
}

export const deleteOldPreviews = defineDueJob({
  job: DUE,
  every: "0 55 3 * * *",
  failure: "old link previews not deleted",
  whileHeld: true,
  run(tenant) {
    tenant.write((unit) => execute(unit.db, sql.deleteOld, { before: unit.now - KEPT_MS }));
    const oldest = queryOne(tenant.db, sql.oldest)?.at ?? null;
    return oldest === null ? null : oldest + KEPT_MS;
  },
});

/**
 * Deletes all previews when a person is erased, because addresses may name the person; they are fetched again when
 * needed.
 */
export const forgetPreviews = ({ db }: TenantUnit): void => void execute(db, sql.deleteAll);

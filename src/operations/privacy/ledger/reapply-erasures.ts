import { closeAllTicketsOf } from "#inbox/tickets/index.ts";
import { contactById, eraseInSteps } from "#people/contacts/index.ts";
import { queryAll } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type ContactIdentifier, erasureHasher } from "./hashes.ts";
import * as sql from "./ledger.sql.ts";

const AGAIN = "erased_again";

export interface Row extends ContactIdentifier {
  readonly id: number;
  readonly contactId: number;
  readonly createdAt: number;
}

/**
 * Erases contacts that are older than their erasure: a backup restored them. A contact created by a message after the
 * erasure is younger and stays. Open tickets are closed without a message. Returns the number of people; a second run
 * finds none.
 */
export async function reapplyErasures(tenant: Tenant): Promise<number> {
  const { installation, db, id } = tenant;
  const ledger = new Map(
    queryAll(installation.system, sql.erasedOf, { companyId: id }).map((row) => [row.hash, row.erasedAt]),
  );
  if (ledger.size === 0) return 0;
  const sum = erasureHasher(installation);
  let erased = 0;
  for (let after = 0; ; ) {
    const rows = queryAll(db, sql.identitiesAfter, { after });
    const last = rows.at(-1);
    if (!last) return erased;
    for (const row of rows) {
      const erasedAt = ledger.get(sum(row));
      if (erasedAt !== undefined && row.createdAt < erasedAt) erased += await erase(tenant, row.contactId);
    }
    after = last.id;
    await yieldToEventLoop(tenant);
  }
}

/** Returns 1, or 0 when an earlier identity belonged to the same person. */
const erase = async (tenant: Tenant, contactId: number): Promise<number> =>
  Number(
    await eraseInSteps(tenant, (unit) => {
      const contact = contactById(unit.db, contactId);
      if (contact) closeAllTicketsOf(unit, contactId);
      return contact;
    }),
  );

/** Repeats erasures in restored companies, where every job is due once, also after a kill during the restore. */
export const reapplyErasuresJob = defineJob<Installation>({
  name: AGAIN,
  every: { seconds: 60 },
  run: (installation) =>
    forEachDueCompany(installation, {
      job: AGAIN,
      failure: "erasures not repeated after a restore",
      async run(tenant) {
        const erased = await reapplyErasures(tenant);
        if (erased > 0)
          installation.log.info(
            { company: tenant.id, erased },
            "people erased since the backup were erased again after a restore",
          );
        return null;
      },
    }),
});

/** Ids of companies with erasures. */
export const companiesWithErasures = ({ system }: Installation): readonly number[] =>
  queryAll(system, sql.companiesWithErasures).map(({ id }) => id);

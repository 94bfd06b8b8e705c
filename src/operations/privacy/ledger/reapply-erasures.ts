import { closeAllTicketsOf } from "#inbox/tickets/index.ts";
import { contactById, eraseContact } from "#people/contacts/index.ts";
import { all } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type ContactIdentifier, erasureHasher } from "./hashes.ts";

/** Identities per turn of the event loop. */
const AT_ONCE = 500;
const LEDGER = "SELECT hash, erased_at AS erasedAt FROM erased_identity WHERE company_id = ?";
const IDENTITIES = `SELECT i.id, i.kind, i.scope, i.match_key AS matchKey, c.id AS contactId, c.created_at AS createdAt
  FROM contact_identity i JOIN contact c ON c.id = i.contact_id WHERE i.id > ? ORDER BY i.id LIMIT ${AT_ONCE}`;
const AGAIN = "erased_again";

interface Row extends ContactIdentifier {
  readonly id: number;
  readonly contactId: number;
  readonly createdAt: number;
}

/**
 * Erases contacts that are older than their erasure: a backup restored them. A person who wrote again later is younger
 * and stays. Open tickets end without a message. Returns the number of people; a second run finds none.
 */
export async function reapplyErasures(tenant: Tenant): Promise<number> {
  const { installation, db, id } = tenant;
  const ledger = new Map(
    all<{ hash: string; erasedAt: number }>(installation.system, LEDGER, id).map((row) => [
      row.hash,
      row.erasedAt,
    ]),
  );
  if (ledger.size === 0) return 0;
  const sum = erasureHasher(installation);
  let erased = 0;
  for (let after = 0; ; ) {
    const rows = all<Row>(db, IDENTITIES, after);
    const last = rows.at(-1);
    if (!last) return erased;
    for (const row of rows) {
      const erasedAt = ledger.get(sum(row));
      if (erasedAt !== undefined && row.createdAt < erasedAt) erased += erase(tenant, row.contactId);
    }
    after = last.id;
    await yieldToEventLoop(tenant);
  }
}

/** Returns 1, or 0 when an earlier identity belonged to the same person. */
const erase = (tenant: Tenant, contactId: number): number =>
  tenant.write((unit) => {
    const contact = contactById(unit.db, contactId);
    if (!contact) return 0;
    closeAllTicketsOf(unit, contactId);
    eraseContact(unit, contact);
    return 1;
  });

/** Companies that were restored: every job is due there once (a kill in the middle of a restore included). */
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
            "people of a restored backup were erased again",
          );
        return null;
      },
    }),
});

/** Ids of companies with erasures. */
export const companiesWithErasures = ({ system }: Installation): readonly number[] =>
  all<{ id: number }>(
    system,
    `SELECT DISTINCT e.company_id AS id FROM erased_identity e JOIN company c ON c.id = e.company_id
     WHERE c.removed_at IS NULL ORDER BY 1`,
  ).map(({ id }) => id);

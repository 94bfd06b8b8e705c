import { ContactErasing } from "#people/contacts/events.ts";
import { identitiesOf } from "#people/contacts/index.ts";
import { all, type Db, run, transaction } from "#platform/db/database.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import { erasureHasher } from "./hashes.ts";

const LEDGER = "erasure_ledger";
const WRITE = `INSERT INTO erased_identity (hash, erased_at) VALUES (?, ?)
  ON CONFLICT (hash) DO UPDATE SET erased_at = excluded.erased_at`;
const COPY = `INSERT INTO erased_identity (company_id, hash, erased_at) VALUES (?, ?, ?)
  ON CONFLICT (company_id, hash) DO UPDATE SET erased_at = max(erased_at, excluded.erased_at)`;
const KNOWN = "SELECT hash, erased_at AS erasedAt FROM erased_identity";

interface Erased {
  readonly hash: string;
  readonly erasedAt: number;
}

/**
 * Every erasure is recorded twice: in the company's database in the transaction of the erasure, and after it in that of
 * the installation, where it outlives a restore of the company.
 */
export function recordErasures({ bus }: Installation): void {
  bus.within(ContactErasing, (unit, { contact }) => {
    const { installation, id } = unit.tenant;
    const sum = erasureHasher(installation);
    const erased = identitiesOf(unit.db, contact.id).map((identity) => ({
      hash: sum(identity),
      erasedAt: unit.now,
    }));
    for (const { hash, erasedAt } of erased) run(unit.db, WRITE, hash, erasedAt);
    // After a kill behind the commit the job does it.
    unit.scheduleWake(LEDGER, unit.now);
    unit.afterCommit(() => copy(installation.system, id, erased));
  });
}

const copy = (system: Db, companyId: number, erased: readonly Erased[]): void =>
  transaction(system, () => {
    for (const { hash, erasedAt } of erased) run(system, COPY, companyId, hash, erasedAt);
  });

/** Copies what a kill kept from being copied. */
export const ledgerJob = defineJob<Installation>({
  name: LEDGER,
  every: { seconds: 60 },
  run: (installation) =>
    forEachDueCompany(installation, {
      job: LEDGER,
      failure: "erasures not copied to the ledger",
      run(tenant) {
        copy(installation.system, tenant.id, all<Erased>(tenant.db, KNOWN));
        return null;
      },
    }),
});

/** A copy of a company under another number forgets whom the first forgot. */
export const inheritErasures = (system: Db, from: number, to: number): void =>
  void run(
    system,
    "INSERT INTO erased_identity SELECT ?, hash, erased_at FROM erased_identity WHERE company_id = ?",
    to,
    from,
  );

import { ContactErasing } from "#people/contacts/events.ts";
import { identitiesOf } from "#people/contacts/index.ts";
import { type Db, transaction } from "#platform/db/database.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import { erasureHasher } from "./hashes.ts";
import * as sql from "./ledger.sql.ts";

const LEDGER = "erasure_ledger";

export interface Erased {
  readonly hash: string;
  readonly erasedAt: number;
}

/**
 * Every erasure is recorded twice: in the company file, in the transaction of the erasure, and after the commit in the
 * system file, where it survives a restore of the company.
 */
export function recordErasures({ bus }: Installation): void {
  bus.within(ContactErasing, (unit, { contact }) => {
    const { installation, id } = unit.tenant;
    const sum = erasureHasher(installation);
    const erased = identitiesOf(unit.db, contact.id).map((identity) => ({
      hash: sum(identity),
      erasedAt: unit.now,
    }));
    for (const { hash, erasedAt } of erased) execute(unit.db, sql.insert, { hash, erasedAt });
    // After a kill between the two, the job copies the record.
    unit.scheduleWake(LEDGER, unit.now);
    unit.afterCommit(() => copy(installation.system, id, erased));
  });
}

const copy = (system: Db, companyId: number, erased: readonly Erased[]): void =>
  transaction(system, () => {
    for (const { hash, erasedAt } of erased) execute(system, sql.copy, { companyId, hash, erasedAt });
  });

/** Copies erasures to the system file that a kill prevented from being copied. */
export const ledgerJob = defineJob<Installation>({
  name: LEDGER,
  every: { seconds: 60 },
  run: (installation) =>
    forEachDueCompany(installation, {
      job: LEDGER,
      failure: "erasures not copied to the ledger",
      run(tenant) {
        copy(installation.system, tenant.id, queryAll(tenant.db, sql.all));
        return null;
      },
    }),
});

/** Copies the erasures of a company to its copy under another id. */
export const inheritErasures = (system: Db, from: number, to: number): void =>
  void execute(system, sql.inherit, { to, from });

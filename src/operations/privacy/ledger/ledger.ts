import { closeAllTicketsOf } from "#inbox/tickets/index.ts";
import { ContactErasing } from "#people/contacts/events.ts";
import { contactById, eraseInSteps, identitiesOf } from "#people/contacts/index.ts";
import { hmacSha256 } from "#platform/crypto/hmac.ts";
import { type Db, transaction } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { randomCode } from "#platform/ids.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import { refuseInCopy } from "#tenants/shared/role.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./ledger.sql.ts";

/** Identifies a person in a network. */
interface ContactIdentifier {
  readonly kind: string;
  readonly scope: string;
  readonly matchKey: string;
}

/**
 * Keyed hashes that identify an erased person and reveal nothing without the key. The ledger has its own key, created
 * with the first erasure, so that the hashes stay valid after a rotation of the installation key.
 */
function erasureHasher(installation: Installation): (found: ContactIdentifier) => string {
  const { system, secrets } = installation;
  ensureErasureKey(installation);
  const { sealed = "" } = queryOne(system, sql.key) ?? {};
  const key = Buffer.from(secrets.decrypt(sealed), "base64url");
  return ({ kind, scope, matchKey }) => hmacSha256(key, JSON.stringify([kind, scope, matchKey]));
}

/** Creates the key of the ledger, which all cells share. Throws 503 ERR_NOT_DURABLE in a cell that has no copy of it yet. */
export function ensureErasureKey(installation: Installation): void {
  const { system, secrets } = installation;
  if (queryOne(system, sql.key)) return;
  refuseInCopy(installation);
  execute(system, sql.insertKey, { sealed: secrets.encrypt(randomCode()) });
}

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
export const ledgerJob = defineDueJob({
  job: LEDGER,
  every: { seconds: 60 },
  whileHeld: true,
  failure: "erasures not copied to the ledger",
  run(tenant) {
    copy(tenant.installation.system, tenant.id, queryAll(tenant.db, sql.all));
    return null;
  },
});

/** Copies the erasures of a company to its copy under another id. */
export const inheritErasures = (system: Db, from: number, to: number): void =>
  void execute(system, sql.inherit, { to, from });

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
export const reapplyErasuresJob = defineDueJob({
  job: AGAIN,
  every: { seconds: 60 },
  whileHeld: true,
  failure: "erasures not repeated after a restore",
  async run(tenant) {
    const erased = await reapplyErasures(tenant);
    if (erased > 0)
      tenant.installation.log.info(
        { company: tenant.id, erased },
        "people erased since the backup were erased again after a restore",
      );
    return null;
  },
});

/** Ids of companies with erasures. */
export const companiesWithErasures = ({ system }: Installation): readonly number[] =>
  queryAll(system, sql.companiesWithErasures).map(({ id }) => id);

/** When one of these people was last erased in this company, ms; null = never. */
export function erasedAt(tenant: Tenant, people: readonly ContactIdentifier[]): number | null {
  if (queryOne(tenant.db, sql.anyErasure) === undefined) return null;
  const sum = erasureHasher(tenant.installation);
  const times = people.flatMap(
    (person) => queryOne(tenant.db, sql.erasedAt, { hash: sum(person) })?.erasedAt ?? [],
  );
  return times.length === 0 ? null : Math.max(...times);
}

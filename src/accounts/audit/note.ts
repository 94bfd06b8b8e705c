import { installationSetting } from "#accounts/settings/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { isSupport } from "#tenants/policy.ts";
import type { Tenant, TenantUnit, UserActor } from "#tenants/tenant.ts";
import { type AuditNote, insertLine, insertProviderLine, type ProviderNote } from "./insert.ts";

export type { AuditNote } from "./insert.ts";

/** Job name under which `scheduled_wakeup` stores when the next entries expire. */
export const RETENTION = "audit_retention";
/** A month of retention, ms. */
const MONTH_MS = 30.44 * 86_400_000;

/** Retention of audit entries, ms; set by the provider for all companies (default 12 months). */
export const retentionMs = (installation: Installation): number =>
  Math.round(installationSetting(installation, "auditMonths") * MONTH_MS);

/** The `who`, `userId` and `name` of an entry for a user, the support or an API key. */
export function auditActor(actor: UserActor): Pick<AuditNote, "who" | "userId" | "name"> {
  if (isSupport(actor)) return { who: "support", userId: actor.id, name: actor.name };
  return actor.id === 0
    ? { who: "key", userId: null, name: actor.name }
    : { who: "person", userId: actor.id, name: actor.name };
}

/** Adds an entry to the trail of a company, within the transaction of the change it records. */
export function auditIn(unit: TenantUnit, note: AuditNote): void {
  insertLine(unit.db, note, unit.now);
  unit.scheduleWake(RETENTION, unit.now + retentionMs(unit.tenant.installation));
}

/** Adds entries to the trail of a company. */
export function note(tenant: Tenant, ...notes: readonly AuditNote[]): void {
  tenant.write((unit) => {
    for (const each of notes) auditIn(unit, each);
  });
}

/** Adds an entry to the provider's trail, within the transaction of the change if one is open. */
export function auditProvider({ system, clock }: Installation, given: ProviderNote): void {
  insertProviderLine(system, given, clock.now());
}

/**
 * Records an action of the provider on a company in both trails. The company's entry is written first: an entry must
 * not exist only in the provider's trail. It is skipped when the company is deleted or cannot be opened. `home`: the
 * company of the acting user.
 */
export function auditCompany(home: Tenant, companyId: number, line: AuditNote): void {
  const { installation } = home;
  const { tenants } = installation;
  const told = companyId === home.id ? line : { ...line, who: "provider" as const, userId: null };
  try {
    if (tenants.exists(companyId)) note(tenants.open(companyId), told);
  } catch (error) {
    home.log.warn({ about: companyId, err: error }, "the company was not told what its trail should hold");
  }
  auditProvider(installation, { ...line, companyId });
}

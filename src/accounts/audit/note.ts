import { installationSetting } from "#accounts/settings/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit, UserActor } from "#tenants/tenant.ts";
import { insertLine, insertProviderLine, type Note, type ProviderNote } from "./trail.ts";

export type { Note } from "./trail.ts";

/** Job name under which `scheduled_wakeup` knows of lines that are old enough to go. */
export const RETENTION = "audit_retention";
/** A month of retention, ms. */
const MONTH_MS = 30.44 * 86_400_000;

/** How long lines stay, ms; the provider decides it for all companies (default 12 months). */
export const keptMs = (installation: Installation): number =>
  Math.round(installationSetting(installation, "auditMonths") * MONTH_MS);

/** Who a person, the support or a key is in the trail. */
export function whoIs(actor: UserActor): Pick<Note, "who" | "userId" | "name"> {
  if (actor.supportUntil !== undefined) return { who: "support", userId: actor.id, name: actor.name };
  return actor.id === 0
    ? { who: "key", userId: null, name: actor.name }
    : { who: "person", userId: actor.id, name: actor.name };
}

/** Adds a line to the trail of a company, within the transaction of what it tells. */
export function noteIn(unit: TenantUnit, note: Note): void {
  insertLine(unit.db, note, unit.now);
  unit.scheduleWake(RETENTION, unit.now + keptMs(unit.tenant.installation));
}

/** Adds lines to the trail of a company. */
export function note(tenant: Tenant, ...notes: readonly Note[]): void {
  tenant.write((unit) => {
    for (const each of notes) noteIn(unit, each);
  });
}

/** Adds a line to the trail of the provider, within the transaction of what it tells where one runs. */
export function noteProvider({ system, clock }: Installation, given: ProviderNote): void {
  insertProviderLine(system, given, clock.now());
}

/**
 * Adds a line of the provider's about a company to both trails, that of the company first: it reads of it, too. One that
 * cannot be opened or is gone does not. `home`: the company of whoever did it.
 */
export function noteAbout(home: Tenant, companyId: number, line: Note): void {
  const { installation } = home;
  const { tenants } = installation;
  const told = companyId === home.id ? line : { ...line, who: "provider" as const, userId: null };
  try {
    if (tenants.exists(companyId)) note(tenants.open(companyId), told);
  } catch (error) {
    home.log.warn({ about: companyId, err: error }, "the company was not told what its trail should hold");
  }
  noteProvider(installation, { ...line, companyId });
}

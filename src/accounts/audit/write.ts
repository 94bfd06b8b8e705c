import { installationSetting } from "#accounts/settings/index.ts";
import { type Db, typed } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { isSupport } from "#tenants/policy.ts";
import { withSystemFile } from "#tenants/system-file.ts";
import type { Tenant, TenantUnit, UserActor } from "#tenants/tenant.ts";
import * as sql from "./audit.sql.ts";
import type { Action, AuditDetails, Kind, Who } from "./contract.ts";

/** The company's trail is in its own file, the provider's in the system file. */
export type Trail = "company" | "provider";

/** An audit entry before it is written. */
export interface NewEntry {
  readonly who: Who;
  readonly userId: number | null;
  readonly name: string;
  readonly kind: Kind;
  readonly action: Action;
  readonly subjectId?: string | number | null;
  /** Display name of the subject. */
  readonly subject?: string | null;
  readonly details?: AuditDetails;
  readonly ip?: string;
  /** Time of the action, ms; default: the time of writing. */
  readonly at?: number;
}
/** An entry of the provider's trail; it may concern a company. */
interface NewProviderEntry extends NewEntry {
  readonly companyId?: number | null;
}

/** Job name under which `scheduled_wakeup` stores when the next entries expire. */
export const RETENTION = "audit_retention";
/** A month of retention, ms. */
const MONTH_MS = 30.44 * 86_400_000;

/** Retention of audit entries, ms; set by the provider for all companies (default 12 months). */
export const retentionMs = (installation: Installation): number =>
  Math.round(installationSetting(installation, "auditMonths") * MONTH_MS);

/** The `who`, `userId` and `name` of an entry for a user, the support or an API key. */
export function auditActor(actor: UserActor): Pick<NewEntry, "who" | "userId" | "name"> {
  if (isSupport(actor)) return { who: "support", userId: actor.id, name: actor.name };
  return actor.id === 0
    ? { who: "key", userId: null, name: actor.name }
    : { who: "person", userId: actor.id, name: actor.name };
}

/** Adds an entry to the trail of a company, within the transaction of the change it records. */
export function auditIn(unit: TenantUnit, entry: NewEntry): void {
  execute(unit.db, sql.insertEntry, valuesOf(entry, unit.now));
  unit.scheduleWake(RETENTION, unit.now + retentionMs(unit.tenant.installation));
}

/** Adds an entry to the provider's trail, within the transaction of the change if one is open. */
export const auditProvider = ({ system, clock }: Installation, entry: NewProviderEntry): void =>
  insertProviderEntry(system, entry, clock.now());

/**
 * Records an action of the provider on a company in both trails. The company's entry is written first: no entry may
 * exist only in the provider's trail. It is skipped when the company is deleted or cannot be opened. `home`: the
 * company of the acting user.
 */
export function auditCompany(home: Tenant, companyId: number, entry: NewEntry): void {
  const { installation } = home;
  const { tenants } = installation;
  const shown = companyId === home.id ? entry : { ...entry, who: "provider" as const, userId: null };
  try {
    if (tenants.exists(companyId)) tenants.open(companyId).write((unit) => auditIn(unit, shown));
  } catch (error) {
    home.log.warn({ about: companyId, err: error }, "audit entry not written to the trail of the company");
  }
  auditProvider(installation, { ...entry, companyId });
}

/** An action of the command line. */
interface CommandEntry extends Pick<NewProviderEntry, "kind" | "action" | "companyId" | "details"> {
  /** The command as typed, without secret values. */
  readonly command: string;
}

/**
 * Adds an action of the command line to the provider's trail, also while a server is running. Does nothing when the
 * system file was written by an older release, which has no trail.
 */
export function auditCommand(dataDirectory: string, { command, ...entry }: CommandEntry): void {
  withSystemFile(dataDirectory, (client) => {
    const system = typed(client);
    if (!queryOne(system, sql.hasProviderTrail)) return;
    const subjectId = entry.companyId ?? null;
    const written = { ...entry, who: "console", userId: null, name: command, subjectId } as const;
    insertProviderEntry(system, written, Date.now());
  });
}

const insertProviderEntry = (system: Db, entry: NewProviderEntry, now: number): void =>
  void execute(system, sql.insertProviderEntry, {
    ...valuesOf(entry, now),
    companyId: entry.companyId ?? null,
  });

const valuesOf = ({ subjectId = null, ...entry }: NewEntry, now: number) => ({
  at: entry.at ?? now,
  who: entry.who,
  userId: entry.userId,
  name: entry.name.slice(0, 100),
  kind: entry.kind,
  action: entry.action,
  subjectId: subjectId === null ? null : String(subjectId).slice(0, 100),
  subject: entry.subject ?? null,
  details: JSON.stringify(entry.details ?? {}),
  ip: (entry.ip ?? "").slice(0, 64),
});

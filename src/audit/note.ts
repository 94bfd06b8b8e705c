import { run } from "#platform/db/database.ts";
import { installationSetting } from "#settings/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit, UserActor } from "#tenants/tenant.ts";
import type { AuditDetails, Kind, Verb, Who } from "./contract.ts";

/** Job name under which `next_due` knows of lines that are old enough to go. */
export const RETENTION = "audit_retention";
/** A month of retention, ms. */
const MONTH_MS = 30.44 * 86_400_000;

/** How long lines stay, ms; the provider decides it for all companies (default 12 months). */
export const keptMs = (installation: Installation): number =>
  Math.round(installationSetting(installation, "auditMonths") * MONTH_MS);

/** One thing that was done, to be written down. */
export interface Note {
  readonly who: Who;
  readonly userId: number | null;
  readonly name: string;
  readonly kind: Kind;
  readonly verb: Verb;
  readonly thingId?: string | number | null;
  readonly thing?: string | null;
  readonly details?: AuditDetails;
  readonly ip?: string;
  /** When it was, ms, where it is written down later. */
  readonly at?: number;
}

/** Who a person, the support or a key is in the trail. */
export function whoIs(actor: UserActor): Pick<Note, "who" | "userId" | "name"> {
  if (actor.supportUntil !== undefined) return { who: "support", userId: actor.id, name: actor.name };
  return actor.id === 0
    ? { who: "key", userId: null, name: actor.name }
    : { who: "person", userId: actor.id, name: actor.name };
}

const COLUMNS = "at, who, user_id, name, kind, verb, thing_id, thing, details, ip";
const INSERT = `INSERT INTO audit_line (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_PROVIDER = `INSERT INTO provider_line (${COLUMNS}, company_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const valuesOf = (note: Note, now: number) =>
  [
    note.at ?? now,
    note.who,
    note.userId,
    note.name.slice(0, 100),
    note.kind,
    note.verb,
    note.thingId === null || note.thingId === undefined ? null : String(note.thingId).slice(0, 100),
    note.thing ?? null,
    JSON.stringify(note.details ?? {}),
    (note.ip ?? "").slice(0, 64),
  ] as const;

/** Adds a line to the trail of a company, within the transaction of what it tells. */
export function noteIn(unit: TenantUnit, note: Note): void {
  run(unit.db, INSERT, ...valuesOf(note, unit.now));
  unit.due(RETENTION, unit.now + keptMs(unit.tenant.installation));
}

/** Adds lines to the trail of a company. */
export function note(tenant: Tenant, ...notes: readonly Note[]): void {
  tenant.write((unit) => {
    for (const each of notes) noteIn(unit, each);
  });
}

/** Adds a line to the trail of the provider. */
export function noteProvider(
  { system, clock }: Installation,
  given: Note & { readonly companyId?: number | null },
): void {
  run(system, INSERT_PROVIDER, ...valuesOf(given, clock.now()), given.companyId ?? null);
}

import { type Db, run } from "#platform/db/database.ts";
import type { AuditDetails, Kind, Verb, Who } from "./contract.ts";

/** Whose trail: the company's in its file, or the provider's in the system file. */
export type Trail = "company" | "provider";

export const TABLE: Readonly<Record<Trail, string>> = {
  company: "audit_log",
  provider: "provider_audit_log",
};

/** One thing that was done, to be written down. */
export interface AuditNote {
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
/** Lines of the provider may be about a company. */
export interface ProviderNote extends AuditNote {
  readonly companyId?: number | null;
}

const COLUMNS = "at, who, user_id, name, kind, verb, thing_id, thing, details, ip";
const INSERT = `INSERT INTO audit_log (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_OF_PROVIDER = `INSERT INTO provider_audit_log (${COLUMNS}, company_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** A line in the trail of a company, in whatever transaction runs on its file; `now` in ms. */
export const insertLine = (db: Db, note: AuditNote, now: number): void =>
  void run(db, INSERT, ...valuesOf(note, now));

/** The same in the trail of the provider, on the system file. */
export const insertProviderLine = (system: Db, note: ProviderNote, now: number): void =>
  void run(system, INSERT_OF_PROVIDER, ...valuesOf(note, now), note.companyId ?? null);

const valuesOf = (note: AuditNote, now: number) =>
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

import type { Db } from "#platform/db/database.ts";
import { execute } from "#platform/db/query.ts";
import * as sql from "./audit.sql.ts";
import type { AuditDetails, Kind, Verb, Who } from "./contract.ts";

/** Whose trail: the company's in its file, or the provider's in the system file. */
export type Trail = "company" | "provider";

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

/** Inserts an entry into the trail of a company, within the running transaction; `now` in ms. */
export const insertLine = (db: Db, note: AuditNote, now: number): void =>
  void execute(db, sql.insertEntry, valuesOf(note, now));

/** The same in the trail of the provider, on the system file. */
export const insertProviderLine = (system: Db, note: ProviderNote, now: number): void =>
  void execute(system, sql.insertProviderEntry, {
    ...valuesOf(note, now),
    companyId: note.companyId ?? null,
  });

const valuesOf = (note: AuditNote, now: number) => ({
  at: note.at ?? now,
  who: note.who,
  userId: note.userId,
  name: note.name.slice(0, 100),
  kind: note.kind,
  verb: note.verb,
  thingId: note.thingId === null || note.thingId === undefined ? null : String(note.thingId).slice(0, 100),
  thing: note.thing ?? null,
  details: JSON.stringify(note.details ?? {}),
  ip: (note.ip ?? "").slice(0, 64),
});

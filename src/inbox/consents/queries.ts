import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import * as sql from "./consents.sql.ts";
import type { ConsentOfContact, ConsentText } from "./contract.ts";

/** Returns the current notice of a connection; contacts who got version `since` or a later one do not get it again. */
export const currentText = (
  db: Db,
  connectionId: number,
): { readonly version: number; readonly body: string; readonly since: number } | undefined =>
  queryOne(db, sql.latestText, { connectionId });

export const knows = (db: Db, contactId: number, connectionId: number, since: number): boolean =>
  queryOne(db, sql.wasToldVersion, { contactId, connectionId, version: since }) !== undefined;

/** True when a contact has withdrawn the consent; a later notice does not restore it. */
export const hasWithdrawn = (db: Db, contactId: number): boolean =>
  queryOne(db, sql.withdrawn, { contactId }) !== undefined;

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Returns every connection with its notice, sorted by name. */
export const consentTexts = (db: Db): ConsentText[] =>
  queryAll(db, sql.textsOfConnections).map((row) => ({
    ...row,
    updatedAt: instant(row.updatedAt),
  }));

/** Returns the notices that a contact got, newest first. */
export const consentsOf = (db: Db, contactId: number): ConsentOfContact[] =>
  queryAll(db, sql.consentsOfContact, { contactId }).map((row) => ({
    ...row,
    toldAt: new Date(row.toldAt).toISOString(),
    withdrawnAt: instant(row.withdrawnAt),
  }));

import { all, type Db, one } from "#platform/db/database.ts";
import type { ConsentOfContact, ConsentText } from "./contract.ts";

const LATEST = `SELECT version, body, (SELECT coalesce(max(version), 1) FROM consent_text
    WHERE connection_id = ?1 AND tells_again = 1) AS since
  FROM consent_text WHERE connection_id = ?1 ORDER BY version DESC LIMIT 1`;
const KNOWS = "SELECT 1 FROM consent WHERE contact_id = ? AND connection_id = ? AND version >= ? LIMIT 1";
const TEXTS = `SELECT w.id AS connectionId, w.name AS connection, coalesce(t.version, 0) AS version,
    coalesce(t.body, '') AS text, t.created_at AS updatedAt,
    (SELECT count(*) FROM consent c WHERE c.connection_id = w.id AND c.version = t.version) AS told
  FROM connection w LEFT JOIN consent_text t ON t.connection_id = w.id AND t.version =
    (SELECT max(version) FROM consent_text WHERE connection_id = w.id)
  WHERE w.deleted_at IS NULL ORDER BY w.name COLLATE NOCASE, w.id`;
const OF_CONTACT = `SELECT c.id, coalesce(w.name, '') AS connection, c.version, coalesce(t.body, '') AS text,
    c.told_at AS toldAt, c.withdrawn_at AS withdrawnAt
  FROM consent c LEFT JOIN connection w ON w.id = c.connection_id
    LEFT JOIN consent_text t ON t.connection_id = c.connection_id AND t.version = c.version
  WHERE c.contact_id = ? ORDER BY c.id DESC LIMIT 100`;

/** What a connection tells now; `since` = whoever was told this version or a later one knows enough. */
export const currentText = (
  db: Db,
  connectionId: number,
): { readonly version: number; readonly body: string; readonly since: number } | undefined =>
  one(db, LATEST, connectionId);

export const knows = (db: Db, contactId: number, connectionId: number, since: number): boolean =>
  one(db, KNOWS, contactId, connectionId, since) !== undefined;

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Every connection with what it tells, by name. */
export const consentTexts = (db: Db): ConsentText[] =>
  all<ConsentText & { updatedAt: number | null }>(db, TEXTS).map((row) => ({
    ...row,
    updatedAt: instant(row.updatedAt),
  }));

/** What a person was told, the newest first. */
export const consentsOf = (db: Db, contactId: number): ConsentOfContact[] =>
  all<Omit<ConsentOfContact, "toldAt" | "withdrawnAt"> & { toldAt: number; withdrawnAt: number | null }>(
    db,
    OF_CONTACT,
    contactId,
  ).map((row) => ({
    ...row,
    toldAt: new Date(row.toldAt).toISOString(),
    withdrawnAt: instant(row.withdrawnAt),
  }));

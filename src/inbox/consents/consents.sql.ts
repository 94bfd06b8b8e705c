import { query } from "#platform/db/query.ts";
import type { ConsentOfContact, ConsentText } from "./contract.ts";

export const moveToContact = query<{ contactId: number; id: number }, { id: number }>(
  "UPDATE OR IGNORE consent SET contact_id = :contactId WHERE contact_id = :id RETURNING id",
);
export const deleteOfContact = query<{ contactId: number }>(
  "DELETE FROM consent WHERE contact_id = :contactId",
);
export const back = query<{ contactId: number; survivorId: number; ids: string }>(
  "UPDATE OR IGNORE consent SET contact_id = :contactId WHERE contact_id = :survivorId AND id IN (SELECT value FROM json_each(:ids))",
);
export const latestText = query<
  { connectionId: number },
  { version: number; body: string; since: number }
>(`SELECT version, body, (SELECT coalesce(max(version), 1) FROM consent_text
    WHERE connection_id = :connectionId AND tells_again = 1) AS since
  FROM consent_text WHERE connection_id = :connectionId ORDER BY version DESC LIMIT 1`);
export const wasToldVersion = query<{ contactId: number; connectionId: number; version: number }, unknown>(
  "SELECT 1 FROM consent WHERE contact_id = :contactId AND connection_id = :connectionId AND version >= :version LIMIT 1",
);
export const textsOfConnections = query<
  Record<never, never>,
  ConsentText & { updatedAt: number | null }
>(`SELECT w.id AS connectionId, w.name AS connection, coalesce(t.version, 0) AS version,
    coalesce(t.body, '') AS text, t.created_at AS updatedAt,
    (SELECT count(*) FROM consent c WHERE c.connection_id = w.id AND c.version = t.version) AS told
  FROM connection w LEFT JOIN consent_text t ON t.connection_id = w.id AND t.version =
    (SELECT max(version) FROM consent_text WHERE connection_id = w.id)
  WHERE w.deleted_at IS NULL ORDER BY w.name COLLATE NOCASE, w.id`);
export const consentsOfContact = query<
  { contactId: number },
  Omit<ConsentOfContact, "toldAt" | "withdrawnAt"> & { toldAt: number; withdrawnAt: number | null }
>(`SELECT c.id, coalesce(w.name, '') AS connection, c.version, coalesce(t.body, '') AS text,
    c.told_at AS toldAt, c.withdrawn_at AS withdrawnAt
  FROM consent c LEFT JOIN connection w ON w.id = c.connection_id
    LEFT JOIN consent_text t ON t.connection_id = c.connection_id AND t.version = c.version
  WHERE c.contact_id = :contactId ORDER BY c.id DESC LIMIT 100`);
export const insertText = query<{
  connectionId: number;
  version: number;
  body: string;
  tellsAgain: number;
  userId: number;
  now: number;
}>(`INSERT INTO consent_text (connection_id, version, body, tells_again, user_id, created_at)
  VALUES (:connectionId, :version, :body, :tellsAgain, :userId, :now)`);
export const insertConsent = query<{
  contactId: number;
  connectionId: number;
  version: number;
  messageId: number;
  now: number;
}>(`INSERT INTO consent (contact_id, connection_id, version, message_id, told_at) VALUES (:contactId, :connectionId, :version, :messageId, :now)
  ON CONFLICT DO NOTHING`);
export const recentConsent = query<
  { contactId: number; connectionId: number; toldAt: number },
  unknown
>(`SELECT id FROM consent WHERE contact_id = :contactId AND connection_id = :connectionId AND withdrawn_at IS NULL AND told_at >= :toldAt
  ORDER BY id DESC LIMIT 1`);
export const withdrawn = query<{ contactId: number }, unknown>(
  "SELECT 1 FROM consent WHERE contact_id = :contactId AND withdrawn_at IS NOT NULL LIMIT 1",
);
export const withdraw = query<{ now: number; contactId: number }>(
  "UPDATE consent SET withdrawn_at = :now WHERE contact_id = :contactId AND withdrawn_at IS NULL",
);

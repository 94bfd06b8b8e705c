import { query } from "#platform/db/query.ts";
import type { SharedRow } from "#tenants/system-tables.ts";
import type { Whose } from "./listeners.ts";
import type { LiveSession, Row } from "./sessions.ts";

export const userOfSession = query<
  { sessionId: number },
  Whose
>(`SELECT s.ip, u.id, u.name FROM session s JOIN user u ON u.id = s.user_id
  WHERE s.id = :sessionId AND u.email NOT LIKE 'support:%'`);
export const userForAudit = query<{ userId: number }, Whose>(
  "SELECT id, name, '' AS ip FROM user WHERE id = :userId",
);
export const ownSessions = query<
  { userId: number; now: number },
  Row
>(`SELECT id, ip, user_agent, created_at, rotated_at FROM session
  WHERE user_id = :userId AND ended_at IS NULL AND expires_at > :now ORDER BY rotated_at DESC, id DESC LIMIT 100`);
export const ownSession = query<{ id: number; userId: number; now: number }, unknown>(
  "SELECT 1 FROM session WHERE id = :id AND user_id = :userId AND ended_at IS NULL AND expires_at > :now",
);
export const hasMultipleSessions = query<{ userId: number }, unknown>(
  "SELECT 1 FROM user WHERE id = :userId AND multi_session = 1",
);
export const endOtherSessions = query<{ now: number; userId: number }>(
  "UPDATE session SET ended_at = :now WHERE user_id = :userId AND ended_at IS NULL",
);
export const insertSession = query<{
  userId: number | null;
  familyHash: string;
  now: number;
  expiresAt: number;
  ip: string;
  userAgent: string;
}>(`INSERT INTO session (user_id, family_hash, rotated_at, expires_at, ip, user_agent, created_at)
       VALUES (:userId, :familyHash, :now, :expiresAt, :ip, :userAgent, :now)`);
export const liveSession = query<
  { familyHash: string; now: number },
  LiveSession
>(`SELECT s.id, s.user_id, s.generation, s.rotated_at FROM session s JOIN user u ON u.id = s.user_id
  WHERE s.family_hash = :familyHash AND s.ended_at IS NULL AND s.expires_at > :now AND u.deleted_at IS NULL`);
export const rotateSession = query<{ now: number; expiresAt: number; id: number }>(
  "UPDATE session SET generation = generation + 1, rotated_at = :now, expires_at = :expiresAt WHERE id = :id",
);
export const endSession = query<{ now: number; sessionId: number }, { user_id: number }>(
  "UPDATE session SET ended_at = :now WHERE id = :sessionId AND ended_at IS NULL RETURNING user_id",
);
export const liveSessionsOf = query<{ userId: number }, { id: number }>(
  "SELECT id FROM session WHERE user_id = :userId AND ended_at IS NULL",
);

/** `userIds`: JSON. */
export const openSessionRows = query<{ userIds: string; now: number }, SharedRow>(
  `SELECT id, user_id, expires_at FROM session
  WHERE ended_at IS NULL AND expires_at > :now AND user_id IN (SELECT value FROM json_each(:userIds)) ORDER BY id`,
);
/** `rows`: JSON. */
export const deleteOtherCopies = query<{ rows: string }>(
  "DELETE FROM session WHERE id NOT IN (SELECT value ->> 'id' FROM json_each(:rows))",
);
/** The hash belongs to no refresh token. */
export const writeCopies = query<{ rows: string }>(
  `INSERT INTO session (id, user_id, family_hash, rotated_at, expires_at, created_at)
  SELECT value ->> 'id', value ->> 'user_id', 'copy ' || (value ->> 'id'), 0, value ->> 'expires_at', 0
  FROM json_each(:rows) WHERE true
  ON CONFLICT (id) DO UPDATE SET user_id = excluded.user_id, expires_at = excluded.expires_at`,
);

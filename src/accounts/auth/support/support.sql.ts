import { query } from "#platform/db/query.ts";
import type { OpenAccess, Supporter } from "./support.ts";

export const insertSupportSession = query<{
  userId: number | null;
  familyHash: string;
  now: number;
  expiresAt: number;
  ip: string;
  userAgent: string;
}>(`INSERT INTO session (user_id, family_hash, rotated_at, expires_at, ip, user_agent, created_at)
  VALUES (:userId, :familyHash, :now, :expiresAt, :ip, :userAgent, :now)`);
export const insertAccess = query<{
  companyId: number;
  sessionId: number;
  superUserId: number;
  superSessionId: number;
  superName: string;
  ip: string;
  now: number;
  expiresAt: number;
}>(`INSERT INTO support_access
  (company_id, session_id, super_user_id, super_session_id, super_name, ip, started_at, expires_at) VALUES (:companyId, :sessionId, :superUserId, :superSessionId, :superName, :ip, :now, :expiresAt)`);
export const openAccesses = query<
  { companyId: number; superId: number },
  OpenAccess
>(`SELECT company_id AS companyId, session_id AS sessionId FROM support_access
  WHERE ended_at IS NULL AND company_id = :companyId AND super_user_id = :superId`);
export const endAccess = query<
  { now: number; id: number; sessionId: number },
  Supporter
>(`UPDATE support_access SET ended_at = min(:now, expires_at)
  WHERE company_id = :id AND session_id = :sessionId AND ended_at IS NULL
  RETURNING super_user_id AS superId, super_name AS name`);
export const runningAccesses = query<
  Record<never, never>,
  OpenAccess
>(`SELECT a.company_id AS companyId, a.session_id AS sessionId FROM support_access a
  WHERE a.ended_at IS NULL`);
export const userOfSession = query<{ sessionId: number }, { user_id: number }>(
  "SELECT user_id FROM session WHERE id = :sessionId",
);
export const expiredAccesses = query<
  { now: number },
  OpenAccess
>(`SELECT company_id AS companyId, session_id AS sessionId FROM support_access
  WHERE ended_at IS NULL AND expires_at <= :now`);

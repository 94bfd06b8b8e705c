import { SUPER_COLUMN } from "#accounts/users/index.ts";
import { query } from "#platform/db/query.ts";
import type { Access, ActorRow } from "./authenticate.ts";

const COLUMNS = `u.name, u.profile, ${SUPER_COLUMN}, u.connection_id, u.all_ticket, u.sign_messages,
  (SELECT group_concat(queue_id) FROM user_queue WHERE user_id = u.id) AS queues`;
export const callerBySession = query<
  { sessionId: number; userId: number },
  ActorRow
>(`SELECT s.expires_at, ${COLUMNS} FROM session s JOIN user u ON u.id = s.user_id
  WHERE s.id = :sessionId AND s.user_id = :userId AND s.ended_at IS NULL AND u.deleted_at IS NULL`);
export const openSupportAccess = query<
  { companyId: number; sessionId: number },
  Access
>(`SELECT expires_at, super_user_id, super_session_id FROM support_access
  WHERE company_id = :companyId AND session_id = :sessionId AND ended_at IS NULL`);
export const callerBySupportSession = query<
  { sessionId: number; userId: number },
  ActorRow
>(`SELECT s.expires_at, ${COLUMNS} FROM session s JOIN user u ON u.id = s.user_id
  WHERE s.id = :sessionId AND s.user_id = :userId AND s.ended_at IS NULL`);
export const callerByUser = query<{ userId: number }, ActorRow>(
  `SELECT 0 AS expires_at, ${COLUMNS} FROM user u WHERE u.id = :userId AND u.deleted_at IS NULL`,
);

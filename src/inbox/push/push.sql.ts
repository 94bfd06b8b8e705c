import type { TicketScope } from "#inbox/tickets/index.ts";
import { query } from "#platform/db/query.ts";
import type { Device } from "./schema.ts";

const COLUMNS = `id, user_id AS userId, session_id AS sessionId, endpoint, p256dh, auth, language, preview,
  created_at AS createdAt`;

export const deviceOfSession = query<{ sessionId: number }, Device>(
  `SELECT ${COLUMNS} FROM push_subscription WHERE session_id = :sessionId`,
);
export const hasDevices = query<Record<never, never>, unknown>("SELECT 1 FROM push_subscription LIMIT 1");
export const upsertEndpoint = query<{
  hash: string;
  companyId: number;
}>(`INSERT INTO push_endpoint (hash, company_id) VALUES (:hash, :companyId)
     ON CONFLICT (hash) DO UPDATE SET company_id = excluded.company_id`);
export const deleteReplaced = query<{ endpoint: string; sessionId: number }>(
  "DELETE FROM push_subscription WHERE endpoint = :endpoint OR session_id = :sessionId",
);
export const insertDevice = query<{
  userId: number;
  sessionId: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  language: string;
  preview: number;
  now: number;
}>(`INSERT INTO push_subscription (user_id, session_id, endpoint, p256dh, auth, language, preview, created_at)
       VALUES (:userId, :sessionId, :endpoint, :p256dh, :auth, :language, :preview, :now)`);
export const deleteOldest = query<{
  userId: number;
  limit: number;
}>(`DELETE FROM push_subscription WHERE user_id = :userId AND id NOT IN
       (SELECT id FROM push_subscription WHERE user_id = :userId ORDER BY id DESC LIMIT :limit)`);
export const deleteOfSession = query<{ sessionId: number }>(
  "DELETE FROM push_subscription WHERE session_id = :sessionId",
);
export const deleteOfUser = query<{ userId: number }>(
  "DELETE FROM push_subscription WHERE user_id = :userId",
);
export const deleteDevice = query<{ id: number }>("DELETE FROM push_subscription WHERE id = :id");
export const companyOfEndpoint = query<{ hash: string }, { company_id: number }>(
  "SELECT company_id FROM push_endpoint WHERE hash = :hash",
);
/** Devices whose login session was replaced by a newer one. */
export const deleteOfEndedSessions = query<{
  userId: number;
}>(`DELETE FROM push_subscription WHERE user_id = :userId AND session_id IN
  (SELECT id FROM session WHERE ended_at IS NOT NULL)`);
export const unreadTickets = query<
  { userId: number },
  TicketScope
>(`SELECT status, queue_id AS queueId, user_id AS userId, user_distributed AS userDistributed, participants FROM ticket
  WHERE unread_messages > 0 AND (status = 'pending' OR (status = 'open' AND user_id = :userId))`);
export const vapidKey = query<Record<never, never>, { public_key: string; private_key: string }>(
  "SELECT public_key, private_key FROM vapid_key WHERE id = 1",
);
export const insertVapidKey = query<{ publicKey: string; privateKey: string; createdAt: number }>(
  "INSERT INTO vapid_key (id, public_key, private_key, created_at) VALUES (1, :publicKey, :privateKey, :createdAt) ON CONFLICT DO NOTHING",
);
export const allDevices = query<Record<never, never>, Device>(
  `SELECT ${COLUMNS} FROM push_subscription ORDER BY id`,
);
export const devicesOfUser = query<{ userId: number }, Device>(
  `SELECT ${COLUMNS} FROM push_subscription WHERE user_id = :userId ORDER BY id`,
);

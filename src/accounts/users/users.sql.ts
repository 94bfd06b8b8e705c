import { listQuery } from "#accounts/audit/index.ts";
import { query } from "#platform/db/query.ts";
import { SUPER_COLUMN } from "./logins/super-users.ts";
import type { Row } from "./queries.ts";

const COLUMNS = `u.id, u.name, u.email, u.profile, ${SUPER_COLUMN}, u.connection_id, u.all_ticket, u.sign_messages, u.away, u.pause_reason_id,
  u.last_seen_at, u.multi_session, u.max_open_tickets,
  (SELECT count(*) FROM ticket t WHERE t.user_id = u.id AND t.status = 'open') AS open_tickets,
  (SELECT json_group_array(json_object('id', q.id, 'name', q.name, 'color', q.color) ORDER BY q.order_queue, q.id)
    FROM user_queue uq JOIN queue q ON q.id = uq.queue_id WHERE uq.user_id = u.id) AS queues`;
export const anyOtherAdmin = query<{ id: number }, unknown>(
  "SELECT 1 FROM user WHERE profile = 'admin' AND deleted_at IS NULL AND id <> :id LIMIT 1",
);
/** `:search` = search text without case and accents, "" = all users. */
const MATCHES = `u.deleted_at IS NULL AND (:search = '' OR instr(fold(u.name), :search) > 0
  OR (:byEmail = 1 AND instr(fold(u.email), :search) > 0))`;
const ORDER = "ORDER BY u.name COLLATE NOCASE, u.id";
export const countUsers = query<Record<never, never>, { n: number }>(
  "SELECT count(*) AS n FROM user WHERE deleted_at IS NULL",
);
export const queueExists = query<{ id: number }, unknown>("SELECT 1 FROM queue WHERE id = :id");
export const insertUser = query<{
  name: string;
  email: string;
  hash: string;
  profile: string;
  connectionId: number | null;
  allTicket: number;
  signMessages: number;
  multiSession: number;
  maxOpenTickets: number;
  now: number;
}>(`INSERT INTO user
  (name, email, password_hash, profile, connection_id, all_ticket, sign_messages, multi_session,
    max_open_tickets, created_at, updated_at)
  VALUES (:name, :email, :hash, :profile, :connectionId, :allTicket, :signMessages, :multiSession, :maxOpenTickets, :now, :now)`);
export const userById = query<{ id: number }, Row>(
  `SELECT ${COLUMNS} FROM user u WHERE u.id = :id AND u.deleted_at IS NULL`,
);
export const userIncludingHidden = query<{ id: number }, Row>(
  `SELECT ${COLUMNS} FROM user u WHERE u.id = :id`,
);
export const userPage = query<{ search: string; byEmail: number; limit: number; offset: number }, Row>(
  `SELECT ${COLUMNS} FROM user u WHERE ${MATCHES} ${ORDER} LIMIT :limit OFFSET :offset`,
);
export const countMatches = query<{ search: string; byEmail: number }, { n: number }>(
  `SELECT count(*) AS n FROM user u WHERE ${MATCHES}`,
);
export const usersOfQueue = query<
  { queueId: number },
  Row
>(`SELECT ${COLUMNS} FROM user u JOIN user_queue mine ON mine.user_id = u.id AND mine.queue_id = :queueId
  WHERE u.deleted_at IS NULL ${ORDER}`);
export const deleteUserQueue = query<{ userId: number; id: number }>(
  "DELETE FROM user_queue WHERE user_id = :userId AND queue_id = :id",
);
export const insertUserQueue = query<{ userId: number; id: number }>(
  "INSERT INTO user_queue VALUES (:userId, :id)",
);
export const queueIdsOfUser = query<{ userId: number }, { queue_id: number }>(
  "SELECT queue_id FROM user_queue WHERE user_id = :userId",
);
export const deleteUser = query<{ now: number; id: number }>(
  "UPDATE user SET deleted_at = :now, updated_at = :now WHERE id = :id",
);
export const deleteUserQueues = query<{ id: number }>("DELETE FROM user_queue WHERE user_id = :id");
export const updateUser = query<{
  name: string;
  email: string;
  profile: string;
  connectionId: number | null;
  allTicket: number;
  signMessages: number;
  multiSession: number;
  maxOpenTickets: number;
  now: number;
  id: number;
}>(`UPDATE user SET name = :name, email = :email, profile = :profile, connection_id = :connectionId, all_ticket = :allTicket, sign_messages = :signMessages,
       multi_session = :multiSession, max_open_tickets = :maxOpenTickets, updated_at = :now WHERE id = :id`);
export const rehashPassword = query<{ hash: string; userId: number; old: string }>(
  "UPDATE user SET password_hash = :hash WHERE id = :userId AND password_hash = :old",
);
export const setPassword = query<{ hash: string; userId: number }>(
  "UPDATE user SET password_hash = :hash WHERE id = :userId",
);

/** For the audit trail. */
export const queuesForAudit = listQuery(
  "SELECT group_concat(queue_id) AS value FROM (SELECT queue_id FROM user_queue WHERE user_id = :id ORDER BY queue_id)",
);

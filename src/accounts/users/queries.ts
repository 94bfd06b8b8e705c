import type { QueueRef } from "#accounts/queues/contract.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Profile } from "./contract.ts";
import { isSuper, SUPER_COLUMN, type SuperColumn } from "./logins/super-users.ts";

/** A user as answers need it; the password hash stays in the database. */
export interface UserView {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly profile: Profile;
  readonly super: boolean;
  readonly connectionId: number | null;
  readonly allTicket: boolean;
  readonly signMessages: boolean;
  readonly multiSession: boolean;
  readonly maxOpenTickets: number;
  readonly openTickets: number;
  readonly away: boolean;
  readonly lastSeenAt: number | null;
  readonly queues: readonly QueueRef[];
}

interface Row extends SuperColumn {
  id: number;
  name: string;
  email: string;
  profile: Profile;
  connection_id: number | null;
  all_ticket: number;
  sign_messages: number;
  multi_session: number;
  max_open_tickets: number;
  open_tickets: number;
  away: number;
  last_seen_at: number | null;
  queues: string;
}

const COLUMNS = `u.id, u.name, u.email, u.profile, ${SUPER_COLUMN}, u.connection_id, u.all_ticket, u.sign_messages, u.away,
  u.last_seen_at, u.multi_session, u.max_open_tickets,
  (SELECT count(*) FROM ticket t WHERE t.user_id = u.id AND t.status = 'open') AS open_tickets,
  (SELECT json_group_array(json_object('id', q.id, 'name', q.name, 'color', q.color) ORDER BY q.order_queue, q.id)
    FROM user_queue uq JOIN queue q ON q.id = uq.queue_id WHERE uq.user_id = u.id) AS queues`;
/** `?1` = folded search text, "" = everybody. */
const WANTED = `u.deleted_at IS NULL AND (?1 = '' OR instr(fold(u.name), ?1) > 0 OR (?2 = 1 AND instr(fold(u.email), ?1) > 0))`;
const ORDER = "ORDER BY u.name COLLATE NOCASE, u.id";

const BY_ID = `SELECT ${COLUMNS} FROM user u WHERE u.id = ? AND u.deleted_at IS NULL`;
const HIDDEN = `SELECT ${COLUMNS} FROM user u WHERE u.id = ?`;
const PAGE = `SELECT ${COLUMNS} FROM user u WHERE ${WANTED} ${ORDER} LIMIT ?3 OFFSET ?4`;
const COUNT = `SELECT count(*) AS n FROM user u WHERE ${WANTED}`;
const BY_QUEUE = `SELECT ${COLUMNS} FROM user u JOIN user_queue mine ON mine.user_id = u.id AND mine.queue_id = ?
  WHERE u.deleted_at IS NULL ${ORDER}`;

/** The company whose people are read. */
type Company = Pick<Tenant, "id" | "db">;

const view = (company: Company, row: Row): UserView => ({
  id: row.id,
  name: row.name,
  email: row.email,
  profile: row.profile,
  super: isSuper(company, row),
  connectionId: row.connection_id,
  allTicket: row.all_ticket === 1,
  signMessages: row.sign_messages === 1,
  multiSession: row.multi_session === 1,
  maxOpenTickets: row.max_open_tickets,
  openTickets: row.open_tickets,
  away: row.away === 1,
  lastSeenAt: row.last_seen_at,
  queues: JSON.parse(row.queues),
});

/** Undefined when there is no such user or it was deleted. */
export function findUser(company: Company, id: number): UserView | undefined {
  const row = one<Row>(company.db, BY_ID, id);
  return row && view(company, row);
}

/** The same for one who is hidden, too: deleted users, the provider's support. */
export function findHiddenUser(company: Company, id: number): UserView | undefined {
  const row = one<Row>(company.db, HIDDEN, id);
  return row && view(company, row);
}

/** What a list looks for; `byEmail` lets the text match e-mails too (admins only: it would tell whose they are). */
export interface UserFilter {
  readonly search: string;
  readonly byEmail: boolean;
}

export function listUsers(
  company: Company,
  filter: UserFilter,
  limit: number,
  offset: number,
): readonly UserView[] {
  const rows = all<Row>(company.db, PAGE, filter.search, filter.byEmail ? 1 : 0, limit, offset);
  return rows.map((row) => view(company, row));
}

export function countUsers(db: Db, filter: UserFilter): number {
  return one<{ n: number }>(db, COUNT, filter.search, filter.byEmail ? 1 : 0)?.n ?? 0;
}

export function listUsersOfQueue(company: Company, queueId: number): readonly UserView[] {
  return all<Row>(company.db, BY_QUEUE, queueId).map((row) => view(company, row));
}

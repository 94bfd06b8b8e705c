import type { QueueRef } from "#accounts/queues/contract.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Profile } from "./contract.ts";
import { isSuper, type SuperColumn } from "./logins/super-users.ts";
import * as sql from "./users.sql.ts";

/** A user for responses; the password hash stays in the database. */
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
  /** The reason of the current pause. */
  readonly pauseReasonId: number | null;
  readonly lastSeenAt: number | null;
  readonly queues: readonly QueueRef[];
}

export interface Row extends SuperColumn {
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
  pause_reason_id: number | null;
  last_seen_at: number | null;
  queues: string;
}

/** The company whose users are read. */
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
  pauseReasonId: row.pause_reason_id,
  lastSeenAt: row.last_seen_at,
  queues: JSON.parse(row.queues),
});

/** The user; undefined when it does not exist or is deleted. */
export function findUser(company: Company, id: number): UserView | undefined {
  const row = queryOne(company.db, sql.userById, { id });
  return row && view(company, row);
}

/** As `findUser`, including hidden rows: deleted users and the provider's support. */
export function findHiddenUser(company: Company, id: number): UserView | undefined {
  const row = queryOne(company.db, sql.userIncludingHidden, { id });
  return row && view(company, row);
}

/** Search of a list; `byEmail` also matches e-mails (admins only: a match would reveal the owner). */
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
  const rows = queryAll(company.db, sql.userPage, {
    search: filter.search,
    byEmail: filter.byEmail ? 1 : 0,
    limit,
    offset,
  });
  return rows.map((row) => view(company, row));
}

export function countUsers(db: Db, filter: UserFilter): number {
  return queryOne(db, sql.countMatches, { search: filter.search, byEmail: filter.byEmail ? 1 : 0 })?.n ?? 0;
}

export function listUsersOfQueue(company: Company, queueId: number): readonly UserView[] {
  return queryAll(company.db, sql.usersOfQueue, { queueId }).map((row) => view(company, row));
}

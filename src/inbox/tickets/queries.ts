import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import type { TicketScope } from "./policy.ts";
import { type Ticket, ticket } from "./schema.ts";

const { columns, read } = rowReader(ticket);
const BY_ID = `SELECT ${columns} FROM ticket WHERE id = ?`;
const BY_UUID = `SELECT ${columns} FROM ticket WHERE uuid = ?`;
// Served by the unique index of docs/rules/tickets.md#find-or-create.
const RUNNING = `SELECT ${columns} FROM ticket WHERE connection_id = ? AND contact_id = ? AND status <> 'closed'`;
const LAST_CLOSED = `SELECT ${columns} FROM ticket INDEXED BY ticket_newest_closed
  WHERE connection_id = ? AND contact_id = ? AND status = 'closed' ORDER BY closed_at DESC, id DESC LIMIT 1`;
const RUNNING_ANYWHERE = `SELECT ${columns} FROM ticket WHERE contact_id = ? AND status <> 'closed' ORDER BY id DESC LIMIT 1`;

const PLACES = `SELECT id, status, queue_id AS queueId, user_id AS userId, user_distributed AS userDistributed
  FROM ticket WHERE id IN (SELECT value FROM json_each(?))`;

const first = (row: unknown): Ticket | undefined => (row === undefined ? undefined : read(row));

/** The ticket as stored, undefined when there is none; asks nobody's rights. */
export const ticketById = (db: Db, id: number): Ticket | undefined => first(one(db, BY_ID, id));
export const ticketByUuid = (db: Db, uuid: string): Ticket | undefined => first(one(db, BY_UUID, uuid));

/** What rights are decided from, by ticket; one statement for all of them. */
export function ticketScopesOf(db: Db, ids: readonly number[]): ReadonlyMap<number, TicketScope> {
  const rows = all<TicketScope & { readonly id: number }>(db, PLACES, JSON.stringify(ids));
  return new Map(rows.map(({ id, ...scope }) => [id, scope]));
}

/** The ticket a verb has just written. */
export function storedTicket(db: Db, id: number): Ticket {
  const found = ticketById(db, id);
  if (!found) throw new Error(`ticket ${id} vanished inside its transaction`);
  return found;
}

/** The one ticket of this contact on this connection that is not closed. */
export const runningTicket = (db: Db, contactId: number, connectionId: number): Ticket | undefined =>
  first(one(db, RUNNING, connectionId, contactId));

/** A ticket of this contact that is not closed, on whatever connection. */
export const runningAnywhere = (db: Db, contactId: number): Ticket | undefined =>
  first(one(db, RUNNING_ANYWHERE, contactId));

/** The ticket of this contact on this connection that was closed last. */
export const lastClosedTicket = (db: Db, contactId: number, connectionId: number): Ticket | undefined =>
  first(one(db, LAST_CLOSED, connectionId, contactId));

/**
 * Where something that must not open an attendance belongs (docs/rules/inbound.md#own-messages,
 * docs/rules/automation.md#calls): the running ticket of the contact on the connection, else the one closed last, else
 * none.
 */
export const newestTicketOf = (db: Db, contactId: number, connectionId: number): Ticket | undefined =>
  runningTicket(db, contactId, connectionId) ?? lastClosedTicket(db, contactId, connectionId);

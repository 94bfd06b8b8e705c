import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { TicketScope } from "./policy.ts";
import * as sql from "./queries.sql.ts";
import type { Ticket } from "./schema.ts";

const first = (row: unknown): Ticket | undefined => (row === undefined ? undefined : sql.readTicket(row));

/** The ticket as stored, undefined when there is none; checks no permissions. */
export const ticketById = (db: Db, id: number): Ticket | undefined =>
  first(queryOne(db, sql.ticketById, { id }));
export const ticketByUuid = (db: Db, uuid: string): Ticket | undefined =>
  first(queryOne(db, sql.ticketByUuid, { uuid }));

/** The fields that permissions depend on, by ticket; one statement for all ids. */
export function ticketScopesOf(db: Db, ids: readonly number[]): ReadonlyMap<number, TicketScope> {
  const rows = queryAll(db, sql.ticketScopes, { ids: JSON.stringify(ids) });
  return new Map(rows.map(({ id, ...scope }) => [id, scope]));
}

/** The ticket that this transaction has just written. */
export function storedTicket(db: Db, id: number): Ticket {
  const found = ticketById(db, id);
  if (!found) throw new Error(`ticket ${id} vanished inside its transaction`);
  return found;
}

/** The one ticket of this contact on this connection that is not closed. */
export const runningTicket = (db: Db, contactId: number, connectionId: number): Ticket | undefined =>
  first(queryOne(db, sql.runningTicket, { connectionId, contactId }));

/** A ticket of this contact that is not closed, on any connection. */
export const runningAnywhere = (db: Db, contactId: number): Ticket | undefined =>
  first(queryOne(db, sql.runningAnywhere, { contactId }));

/** The ticket of this contact on this connection that was closed last. */
export const lastClosedTicket = (db: Db, contactId: number, connectionId: number): Ticket | undefined =>
  first(queryOne(db, sql.lastClosedTicket, { connectionId, contactId }));

/**
 * The ticket for messages that must not open a new one (docs/rules/inbound.md#own-messages,
 * docs/rules/automation.md#calls): the running ticket of the contact on the connection, else the one closed last,
 * else none.
 */
export const newestTicketOf = (db: Db, contactId: number, connectionId: number): Ticket | undefined =>
  runningTicket(db, contactId, connectionId) ?? lastClosedTicket(db, contactId, connectionId);

import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { TicketScope } from "./policy.ts";
import * as sql from "./queries.sql.ts";
import type { Ticket } from "./schema.ts";

const first = (row: unknown): Ticket | undefined => (row === undefined ? undefined : sql.readTicket(row));

/** Returns the ticket as stored, undefined when it does not exist; checks no permissions. */
export const ticketById = (db: Db, id: number): Ticket | undefined =>
  first(queryOne(db, sql.ticketById, { id }));
export const ticketByUuid = (db: Db, uuid: string): Ticket | undefined =>
  first(queryOne(db, sql.ticketByUuid, { uuid }));

/** Returns the fields that permissions depend on, by ticket; one statement for all ids. */
export function ticketScopesOf(db: Db, ids: readonly number[]): ReadonlyMap<number, TicketScope> {
  const rows = queryAll(db, sql.ticketScopes, { ids: JSON.stringify(ids) });
  return new Map(rows.map(({ id, ...scope }) => [id, scope]));
}

/** Returns a ticket that this transaction has just written. */
export function storedTicket(db: Db, id: number): Ticket {
  const found = ticketById(db, id);
  if (!found) throw new Error(`ticket ${id} vanished inside its transaction`);
  return found;
}

/** Returns the only ticket of this contact on this connection that is not closed. */
export const runningTicket = (db: Db, contactId: number, connectionId: number): Ticket | undefined =>
  first(queryOne(db, sql.runningTicket, { connectionId, contactId }));

/** Returns a ticket of this contact that is not closed, on any connection. */
export const runningAnywhere = (db: Db, contactId: number): Ticket | undefined =>
  first(queryOne(db, sql.runningAnywhere, { contactId }));

/** Returns the ticket of this contact on this connection that was closed last. */
export const lastClosedTicket = (db: Db, contactId: number, connectionId: number): Ticket | undefined =>
  first(queryOne(db, sql.lastClosedTicket, { connectionId, contactId }));

/**
 * Returns the ticket for messages that must not open a new one (docs/rules/inbound.md#own-messages,
 * docs/rules/automation.md#calls): the running ticket of the contact on the connection, else the one closed last, else
 * undefined.
 */
export const newestTicketOf = (db: Db, contactId: number, connectionId: number): Ticket | undefined =>
  runningTicket(db, contactId, connectionId) ?? lastClosedTicket(db, contactId, connectionId);

import type { TimelineConnection } from "#inbox/messages/contract.ts";
import { PLACE_STEP } from "#inbox/messages/place.ts";
import type { ShownRow } from "#inbox/messages/present.sql.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";

import * as sql from "./queries.sql.ts";

/**
 * Reads the messages of one contact. The index is (contact, connection, place), so the whole history is merged from one
 * query per connection; each query reads at most one page.
 */

/** Selects the messages of a contact that a page shows. */
export interface Scope {
  readonly db: Db;
  readonly contactId: number;
  /** The ticket that the page shows. */
  readonly ticketId: number;
  /** The connection of that ticket. */
  readonly connectionId: number;
  /** The connections on which the contact has messages. */
  readonly connections: readonly number[];
  /**
   * True = only messages of the ticket's connection, and the ticket's own messages from before it was moved to that
   * connection.
   */
  readonly onlyConnection: boolean;
  /** JSON list of the tickets the caller may read; null = all tickets. */
  readonly allowed: string | null;
}

/** Returns the connections on which the contact has messages. */
export const connectionsOf = (db: Db, contactId: number): number[] =>
  queryAll(db, sql.connections, { contactId }).map(({ id }) => id);

/** At most `limit` messages before (`older`, newest first) or after (`newer`, oldest first) a place. */
export function readWalk(scope: Scope, side: "older" | "newer", from: number, limit: number): ShownRow[] {
  const { db, contactId, ticketId, connectionId, allowed } = scope;
  const ofConnection = (id: number) => {
    const params = { contactId, connectionId: id, from, limit };
    return allowed === null
      ? queryAll(db, sql.ofConnection[side], params)
      : queryAll(db, sql.ofConnectionAllowed[side], { ...params, ticketIds: allowed });
  };
  if (!scope.onlyConnection) return merged(scope.connections.map(ofConnection), side, limit);
  // The ticket's own messages: most of them are also on its connection, and the merge drops these duplicates.
  const own = queryAll(db, sql.ofTicket[side], { ticketId, from, limit });
  return merged([ofConnection(connectionId), own], side, limit);
}

function merged(walks: readonly ShownRow[][], side: "older" | "newer", limit: number): ShownRow[] {
  const [first = [], ...others] = walks;
  if (others.length === 0) return first;
  const byId = new Map(walks.flat().map((row) => [row.id, row]));
  const sorted = [...byId.values()].sort((a, b) =>
    side === "older" ? b.place - a.place : a.place - b.place,
  );
  return sorted.slice(0, limit);
}

/**
 * Returns the place of the n-th newest message of a scope, 0 when there are fewer. Sorts only places, read from the
 * index.
 */
export function placeAt({ db, contactId, ticketId, connectionId, onlyConnection }: Scope, n: number): number {
  const row = onlyConnection
    ? queryOne(db, sql.nthOfConnection, { contactId, connectionId, ticketId, offset: n })
    : queryOne(db, sql.nth, { contactId, offset: n });
  return row?.place ?? 0;
}

/** Returns the place of a message that a client knows by its id; a deleted message has the place of its id. */
export const placeOf = (db: Db, id: number): number =>
  queryOne(db, sql.placeOf, { id })?.place ?? id * PLACE_STEP;

/** Returns the number of messages in the scope, counted from the index alone. */
export function countMessages(scope: Scope): number {
  const { db, contactId, ticketId, allowed, onlyConnection } = scope;
  const countOf = (connectionId: number) => {
    const params = { contactId, connectionId };
    // From other connections the scope contains only the ticket's own messages.
    if (onlyConnection && connectionId !== scope.connectionId)
      return queryOne(db, sql.countOfTicket, { ...params, ticketId });
    return allowed === null
      ? queryOne(db, sql.count, params)
      : queryOne(db, sql.countAllowed, { ...params, ticketIds: allowed });
  };
  return scope.connections.reduce((sum, id) => sum + (countOf(id)?.n ?? 0), 0);
}

/**
 * Returns connections with readable messages that only the whole history shows. Empty = both scopes show the same
 * messages.
 */
export function otherConnections(scope: Scope): TimelineConnection[] {
  const { db, contactId, ticketId, allowed } = scope;
  const hasOther = (connectionId: number) => {
    const params = { contactId, connectionId, ticketId };
    return allowed === null
      ? queryOne(db, sql.hasOther, params)
      : queryOne(db, sql.hasOtherAllowed, { ...params, ticketIds: allowed });
  };
  const others = scope.connections.filter((id) => id !== scope.connectionId && hasOther(id) !== undefined);
  return others.length === 0 ? [] : queryAll(db, sql.connectionNames, { ids: JSON.stringify(others) });
}

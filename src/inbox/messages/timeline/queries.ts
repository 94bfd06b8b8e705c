import type { TimelineConnection } from "#inbox/messages/contract.ts";
import { JOINS, SHOWN, type ShownRow } from "#inbox/messages/present.ts";
import { all, type Db, one } from "#platform/db/database.ts";

/**
 * Reads one contact's messages. The index is (contact, connection, id), so the whole history is merged from one walk
 * per connection; each walk reads at most a page.
 */

/** Which messages of one contact a page shows. */
export interface Scope {
  readonly db: Db;
  readonly contactId: number;
  /** The ticket on screen. */
  readonly ticketId: number;
  /** The connection of that ticket. */
  readonly connectionId: number;
  /** True = messages of the ticket's connection, and this ticket's own from before it moved there. */
  readonly onlyConnection: boolean;
  /** JSON list of the tickets the caller may read; null = all tickets. */
  readonly allowed: string | null;
}

const FROM = `SELECT ${SHOWN} FROM message m ${JOINS}`;
const OF_LINE = "m.contact_id = ?1 AND m.connection_id = ?2";
const OF_TICKET = "m.ticket_id = ?2";
const ALLOWED = "AND m.ticket_id IN (SELECT value FROM json_each(?5))";

interface Walk {
  readonly older: string;
  readonly newer: string;
}
const walk = (where: string, filter = ""): Walk => ({
  older: `${FROM} WHERE ${where} AND m.id < ?3 ${filter} ORDER BY m.id DESC LIMIT ?4`,
  newer: `${FROM} WHERE ${where} AND m.id > ?3 ${filter} ORDER BY m.id LIMIT ?4`,
});
const LINE = walk(OF_LINE);
const LINE_ALLOWED = walk(OF_LINE, ALLOWED);
const TICKET = walk(OF_TICKET);

// Walks the index from one connection to the next instead of reading every message.
const CONNECTIONS = `WITH RECURSIVE line(id) AS (
    SELECT min(connection_id) FROM message WHERE contact_id = ?1
    UNION ALL
    SELECT (SELECT min(connection_id) FROM message WHERE contact_id = ?1 AND connection_id > line.id)
      FROM line WHERE line.id IS NOT NULL)
  SELECT id FROM line WHERE id IS NOT NULL`;

const NTH = "SELECT m.id FROM message m WHERE m.contact_id = ?1 ORDER BY m.id DESC LIMIT 1 OFFSET ?2";
const NTH_OF_CONNECTION = `SELECT m.id FROM message m
  WHERE m.contact_id = ?1 AND (m.connection_id = ?3 OR m.ticket_id = ?4) ORDER BY m.id DESC LIMIT 1 OFFSET ?2`;
const COUNT = "SELECT count(*) AS n FROM message m WHERE m.contact_id = ?1 AND m.connection_id = ?2";
const COUNT_ALLOWED = `${COUNT} AND m.ticket_id IN (SELECT value FROM json_each(?3))`;
const COUNT_OWN = `${COUNT} AND m.ticket_id = ?3`;
const OTHER = `SELECT 1 FROM message m WHERE ${OF_LINE} AND m.ticket_id <> ?3`;
const HAS_OTHER = `${OTHER} LIMIT 1`;
const HAS_OTHER_ALLOWED = `${OTHER} AND m.ticket_id IN (SELECT value FROM json_each(?4)) LIMIT 1`;
const NAMES = `SELECT id, name, channel FROM connection WHERE id IN (SELECT value FROM json_each(?)) ORDER BY name, id`;

/** Statements whose cost must not grow with the length of a conversation, beyond counting index entries. */
export const TIMELINE_SQL: Readonly<Record<string, string>> = {
  lineOlder: LINE.older,
  lineNewer: LINE.newer,
  lineAllowedOlder: LINE_ALLOWED.older,
  lineAllowedNewer: LINE_ALLOWED.newer,
  ticketOlder: TICKET.older,
  ticketNewer: TICKET.newer,
  connections: CONNECTIONS,
  count: COUNT,
  countAllowed: COUNT_ALLOWED,
  countOwn: COUNT_OWN,
  hasOther: HAS_OTHER,
  hasOtherAllowed: HAS_OTHER_ALLOWED,
};

/** The connections on which there are messages of a contact. */
export const connectionsOf = (db: Db, contactId: number): number[] =>
  all<{ id: number }>(db, CONNECTIONS, contactId).map(({ id }) => id);

/** At most `limit` messages before (`older`, newest first) or after (`newer`, oldest first) an id. */
export function readWalk(scope: Scope, side: keyof Walk, fromId: number, limit: number): ShownRow[] {
  const { db, contactId, ticketId, connectionId, allowed } = scope;
  const ofLine = (line: number) =>
    allowed === null
      ? all<ShownRow>(db, LINE[side], contactId, line, fromId, limit)
      : all<ShownRow>(db, LINE_ALLOWED[side], contactId, line, fromId, limit, allowed);
  if (!scope.onlyConnection) return merged(connectionsOf(db, contactId).map(ofLine), side, limit);
  // The ticket's own messages: most of them are on its connection as well and are dropped by the merge.
  const own = all<ShownRow>(db, TICKET[side], contactId, ticketId, fromId, limit);
  return merged([ofLine(connectionId), own], side, limit);
}

function merged(walks: readonly ShownRow[][], side: keyof Walk, limit: number): ShownRow[] {
  const [first = [], ...others] = walks;
  if (others.length === 0) return first;
  const byId = new Map(walks.flat().map((row) => [row.id, row]));
  const sorted = [...byId.values()].sort((a, b) => (side === "older" ? b.id - a.id : a.id - b.id));
  return sorted.slice(0, limit);
}

/** The id of the n-th newest message of a scope, 0 when there are fewer. Sorts ids of the index. */
export const idAt = ({ db, contactId, ticketId, connectionId, onlyConnection }: Scope, n: number): number =>
  (onlyConnection
    ? one<{ id: number }>(db, NTH_OF_CONNECTION, contactId, n, connectionId, ticketId)
    : one<{ id: number }>(db, NTH, contactId, n)
  )?.id ?? 0;

/** How many messages the scope holds; read from the index alone. */
export function countMessages(scope: Scope): number {
  const { db, contactId, ticketId, allowed } = scope;
  const ofLine = (line: number) =>
    allowed === null
      ? counted(db, COUNT, contactId, line)
      : counted(db, COUNT_ALLOWED, contactId, line, allowed);
  const own = (line: number) => counted(db, COUNT_OWN, contactId, line, ticketId);
  const lines = connectionsOf(db, contactId);
  return lines.reduce(
    (sum, line) => sum + (scope.onlyConnection && line !== scope.connectionId ? own(line) : ofLine(line)),
    0,
  );
}

const counted = (db: Db, sql: string, ...values: (string | number)[]): number =>
  one<{ n: number }>(db, sql, ...values)?.n ?? 0;

/** Connections with readable messages that only the whole history shows. Empty = both scopes show the same. */
export function otherConnections({
  db,
  contactId,
  ticketId,
  connectionId,
  allowed,
}: Scope): TimelineConnection[] {
  const others = connectionsOf(db, contactId).filter(
    (line) =>
      line !== connectionId &&
      (allowed === null
        ? one(db, HAS_OTHER, contactId, line, ticketId)
        : one(db, HAS_OTHER_ALLOWED, contactId, line, ticketId, allowed)) !== undefined,
  );
  return others.length === 0 ? [] : all<TimelineConnection>(db, NAMES, JSON.stringify(others));
}

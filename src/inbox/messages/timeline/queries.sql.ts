import type { TimelineConnection } from "#inbox/messages/contract.ts";
import { IS_SHOWN, JOINS, SHOWN, type ShownRow } from "#inbox/messages/present.sql.ts";
import { query } from "#platform/db/query.ts";

type OfConnection = { contactId: number; connectionId: number };
type Count = { readonly n: number };
type Id = { readonly id: number };
type Place = { readonly place: number };

const FROM = `SELECT ${SHOWN} FROM message m ${JOINS}`;
const OF_CONNECTION = "m.contact_id = :contactId AND m.connection_id = :connectionId";
/** `ticketIds` is a JSON list. */
const ALLOWED = "m.ticket_id IN (SELECT value FROM json_each(:ticketIds))";

/** Messages before a place (newest first) and after it (oldest first). */
const walk = <P>(where: (from: string) => string) => ({
  older: query<P & { from: number; limit: number }, ShownRow>(
    `${FROM} WHERE ${where("m.place < :from")} AND ${IS_SHOWN} ORDER BY m.place DESC LIMIT :limit`,
  ),
  newer: query<P & { from: number; limit: number }, ShownRow>(
    `${FROM} WHERE ${where("m.place > :from")} AND ${IS_SHOWN} ORDER BY m.place LIMIT :limit`,
  ),
});
export const ofConnection = walk<OfConnection>((from) => `${OF_CONNECTION} AND ${from}`);
export const ofConnectionAllowed = walk<OfConnection & { ticketIds: string }>(
  (from) => `${OF_CONNECTION} AND ${from} AND ${ALLOWED}`,
);
export const ofTicket = walk<{ ticketId: number }>((from) => `m.ticket_id = :ticketId AND ${from}`);

export const placeOf = query<{ id: number }, Place>("SELECT place FROM message WHERE id = :id");

/** Steps through the index from one connection to the next, instead of reading every message. */
export const connections = query<{ contactId: number }, Id>(`WITH RECURSIVE step(id) AS (
    SELECT min(connection_id) FROM message WHERE contact_id = :contactId
    UNION ALL
    SELECT (SELECT min(connection_id) FROM message WHERE contact_id = :contactId AND connection_id > step.id)
      FROM step WHERE step.id IS NOT NULL)
  SELECT id FROM step WHERE id IS NOT NULL`);
export const nth = query<{ contactId: number; offset: number }, Place>(
  "SELECT m.place FROM message m WHERE m.contact_id = :contactId ORDER BY m.place DESC LIMIT 1 OFFSET :offset",
);
export const nthOfConnection = query<OfConnection & { ticketId: number; offset: number }, Place>(
  `SELECT m.place FROM message m WHERE m.contact_id = :contactId AND (m.connection_id = :connectionId OR m.ticket_id = :ticketId)
   ORDER BY m.place DESC LIMIT 1 OFFSET :offset`,
);

const COUNT = `SELECT count(*) AS n FROM message m WHERE ${OF_CONNECTION}`;
export const count = query<OfConnection, Count>(COUNT);
export const countAllowed = query<OfConnection & { ticketIds: string }, Count>(`${COUNT} AND ${ALLOWED}`);
export const countOfTicket = query<OfConnection & { ticketId: number }, Count>(
  `${COUNT} AND m.ticket_id = :ticketId`,
);

const OTHER = `SELECT 1 FROM message m WHERE ${OF_CONNECTION} AND m.ticket_id <> :ticketId`;
export const hasOther = query<OfConnection & { ticketId: number }, unknown>(`${OTHER} LIMIT 1`);
export const hasOtherAllowed = query<OfConnection & { ticketId: number; ticketIds: string }, unknown>(
  `${OTHER} AND ${ALLOWED} LIMIT 1`,
);
/** `ids` is a JSON list. */
export const connectionNames = query<{ ids: string }, TimelineConnection>(
  "SELECT id, name, channel FROM connection WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY name, id",
);

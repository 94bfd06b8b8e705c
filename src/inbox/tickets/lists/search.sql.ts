import { query } from "#platform/db/query.ts";
import { type Condition, statement } from "./conditions.ts";

/**
 * Limit of message hits per search, newest first, and of tickets per protocol prefix; bounds the cost of common
 * words.
 */
const MAX_HITS = 1000;
/** With at least this many hits for complete words, prefixes are not searched. */
export const ENOUGH_HITS = 100;

export const countHits = query<{ words: string }, { n: number }>(
  `SELECT count(*) AS n FROM (SELECT 1 FROM message_search WHERE message_search MATCH :words LIMIT ${ENOUGH_HITS})`,
);
/** Ids of tickets whose protocol begins with these digits. */
export const byProtocol =
  (digits: string): Condition =>
  // "~" sorts after every continuation of the digits.
  (bind) =>
    `SELECT id FROM ticket WHERE protocol >= ${bind(digits)} AND protocol < ${bind(`${digits}~`)}
  ORDER BY protocol DESC LIMIT ${MAX_HITS}`;
/** Ids of tickets with a message that matches these words. */
export const byMessages =
  (words: string): Condition =>
  (bind) =>
    `SELECT m.ticket_id AS id FROM (SELECT rowid AS id FROM message_search
  WHERE message_search MATCH ${bind(words)} ORDER BY rowid DESC LIMIT ${MAX_HITS}) hit
  CROSS JOIN message m ON m.id = hit.id`;
export const ticketIds = (select: Condition) => statement<{ id: number }>(select);

import { matchingContactIds, type SearchedContact } from "#people/contacts/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import type { CommonText, Filters } from "./filters.ts";
import type { RecentCursor } from "./order.ts";
import type { Part } from "./scope.ts";
import * as sql from "./source.sql.ts";
import { walksOf } from "./source.ts";

/**
 * From this share of matching contacts on, each ticket's contact is compared; below it the contacts' ids are collected
 * first.
 */
const COMPARED_FROM = 0.03;
/** Number of tickets of one walk per query. */
const STEP = 64;
/** The walk stops after this multiple of the expected number of tickets, and after 8,192 tickets: about 10 ms. */
const PATIENCE = 2;
const LEAST_WALKED = 512;
const MOST_WALKED = 8192;

type Test = (ticket: sql.WalkedRow) => boolean;

/**
 * Searches a list for a text that many contacts match: returns the ids of the newest `limit` tickets after `after`. Reads the list
 * in its order and stops when enough tickets match, instead of sorting all tickets of all matching contacts. Undefined when too many
 * tickets would have to be read; the caller then sorts.
 */
export function walkTickets(
  db: Db,
  parts: readonly Part[],
  { narrowing }: Filters,
  text: CommonText,
  after: RecentCursor | undefined,
  limit: number,
): readonly number[] | undefined {
  const compared = text.contacts.share >= COMPARED_FROM;
  const matches = compared ? comparing(text) : collecting(db, text);
  const expected = PATIENCE * Math.ceil(limit / text.contacts.share);
  const most = Math.min(MOST_WALKED, Math.max(LEAST_WALKED, expected));
  const walks = parts.flatMap((part) => walksOf(db, part, narrowing, { queuesApart: true }));
  const found: number[] = [];
  let walked = 0;
  for (const ticket of newestFirst(walks.map((walk) => branch(db, walk, compared, after)))) {
    if (matches(ticket)) found.push(ticket.id);
    if (found.length >= limit) return found;
    walked += 1;
    if (walked >= most) return undefined;
  }
  return found;
}

/** Reads the tickets of one walk in batches, on demand. */
function* branch(
  db: Db,
  walk: sql.Walk,
  withContact: boolean,
  after: RecentCursor | undefined,
): Generator<sql.WalkedRow, undefined> {
  let cursor = after;
  for (;;) {
    const rows = queryAll(db, ...sql.stepOf(walk, withContact, cursor, STEP));
    yield* rows;
    if (rows.length < STEP) return;
    cursor = rows.at(-1);
  }
}

/** Merges walks, each sorted newest first, into one. */
function* newestFirst(
  branches: readonly Generator<sql.WalkedRow, undefined>[],
): Generator<sql.WalkedRow, undefined> {
  const heads = branches.map((branch) => ({ branch, ticket: branch.next().value }));
  for (;;) {
    let newest: (typeof heads)[number] | undefined;
    for (const head of heads)
      if (head.ticket && (!newest?.ticket || isNewer(head.ticket, newest.ticket))) newest = head;
    if (!newest?.ticket) return;
    yield newest.ticket;
    newest.ticket = newest.branch.next().value;
  }
}

const isNewer = (a: RecentCursor, b: RecentCursor): boolean =>
  a.updatedAt > b.updatedAt || (a.updatedAt === b.updatedAt && a.id > b.id);

function comparing({ contacts, ticketIds }: CommonText): Test {
  const known = new Map<number, boolean>();
  return (row) => {
    let matches = known.get(row.contactId);
    if (matches === undefined) {
      matches = contacts.matches(row as sql.WalkedRow & SearchedContact);
      known.set(row.contactId, matches);
    }
    return matches || ticketIds.has(row.id);
  };
}

function collecting(db: Db, { contacts: { condition }, ticketIds }: CommonText): Test {
  const ids = matchingContactIds(db, condition);
  return (row) => ids.has(row.contactId) || ticketIds.has(row.id);
}

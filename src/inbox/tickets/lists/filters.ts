import { timeZoneOf } from "#accounts/settings/index.ts";
import type { TicketListQuery } from "#inbox/tickets/contract.ts";
import { seesEverybody } from "#inbox/tickets/policy.ts";
import { type ContactSearch, searchContacts, typedDigits } from "#people/contacts/index.ts";
import { addDays, startOfDay } from "#platform/dates.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import { matchAll } from "#platform/db/full-text.ts";
import { invalidFields } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { anyOf, type Condition } from "./conditions.ts";

/** Filters of a ticket list. */
export interface Filters {
  /** Filters with an index of their own that match few tickets: the query starts from them. */
  readonly selective: readonly Condition[];
  /** Filters checked on each ticket of the list's own index. */
  readonly narrowing: readonly Condition[];
  /** True when "with unread messages" is the only filter. */
  readonly onlyUnread: boolean;
  /**
   * Set when a text that many contacts match is the only selective filter: then the list's index may be scanned
   * instead.
   */
  readonly common?: CommonText;
}

/** A search text that many contacts match. */
export interface CommonText {
  readonly contacts: ContactSearch;
  /** Tickets found by protocol or by their messages. */
  readonly ticketIds: ReadonlySet<number>;
}

export const NO_FILTERS: Filters = { selective: [], narrowing: [], onlyUnread: false };

/** docs/rules/tickets.md#lists: messages are not searched for shorter text. */
const MIN_MESSAGE_TEXT = 2;
/**
 * Limit of message hits per search, newest first, and of tickets per protocol prefix; bounds the cost of common
 * words.
 */
const MAX_HITS = 1000;
/** With this many hits for complete words, prefixes are not searched. */
const ENOUGH_HITS = 100;

const BY_CONTACT = (sql: string) =>
  `t.id IN (SELECT id FROM ticket WHERE contact_id IN (SELECT c.id FROM contact c WHERE ${sql}))`;
const PROTOCOL_HITS = `SELECT id FROM ticket WHERE protocol >= ? AND protocol < ? ORDER BY protocol DESC LIMIT ${MAX_HITS}`;
const MESSAGE_HITS = `SELECT m.ticket_id AS id FROM (SELECT rowid AS id FROM message_search
  WHERE message_search MATCH ? ORDER BY rowid DESC LIMIT ${MAX_HITS}) hit CROSS JOIN message m ON m.id = hit.id`;
const HITS = `SELECT count(*) AS n FROM (SELECT 1 FROM message_search WHERE message_search MATCH ? LIMIT ${ENOUGH_HITS})`;
const WITH_TAG = "t.id IN (SELECT ticket_id FROM ticket_tag WHERE tag_id = ?)";
const OF_USERS = "t.user_id IN (SELECT value FROM json_each(?))";

/**
 * The filters of `GET /tickets` (table of docs/rules/tickets.md#lists). Throws 400 ERR_VALIDATION for an invalid
 * date.
 */
export function filtersOf({ tenant, actor }: UserCtx, query: TicketListQuery): Filters {
  const selective: Condition[] = [];
  const narrowing: Condition[] = [];
  const text = query.searchParam.trim();
  const searched = text === "" ? undefined : searchOf(tenant.db, text);
  if (searched) selective.push(searched.condition);
  for (const tag of query.tags ?? []) selective.push({ sql: WITH_TAG, bindings: [tag] });
  const users = seesEverybody(actor) ? (query.users ?? []) : [];
  if (users.length > 0) selective.push({ sql: OF_USERS, bindings: [JSON.stringify(users)] });
  if (query.date) selective.push(onDay("t.created_at", "date", query.date, timeZoneOf(tenant)));
  if (query.updatedAt)
    narrowing.push(onDay("t.updated_at", "updatedAt", query.updatedAt, timeZoneOf(tenant)));
  const unread = query.withUnreadMessages === "true";
  if (unread) narrowing.push({ sql: "t.unread_messages > 0", bindings: [] });
  const filters = { selective, narrowing, onlyUnread: unread && narrowing.length === 1 };
  const common = selective.length === 1 && searched ? commonText(tenant.db, searched) : undefined;
  return common ? { ...filters, common } : filters;
}

function onDay(column: "t.created_at" | "t.updated_at", field: string, day: string, zone: string): Condition {
  const from = /^\d{4}-\d{2}-\d{2}$/.test(day) ? startOfDay(day, zone) : undefined;
  const to = from === undefined ? undefined : startOfDay(addDays(day, 1), zone);
  if (from === undefined || to === undefined) throw invalidFields({ [field]: "invalid" });
  return { sql: `${column} >= ? AND ${column} < ?`, bindings: [from, to] };
}

/** The conditions of a text search. */
interface Search {
  readonly contacts: ContactSearch | null;
  /** Conditions by protocol and by messages; each selects ids of tickets. */
  readonly others: readonly Condition[];
  readonly condition: Condition;
}

/** The named parameters of a condition as the positional ones of the other filters. */
function positional({ sql, params }: ContactSearch["condition"]): Condition {
  const bindings: (string | number)[] = [];
  const text = sql.replace(/:(\w+)/g, (_, name: string) => {
    bindings.push(params[name] as string | number);
    return "?";
  });
  return { sql: text, bindings };
}

/** Contact name or number, protocol from its beginning, words of a message (docs/rules/search.md#tickets). */
function searchOf(db: Db, text: string): Search {
  const contacts = searchContacts(db, text);
  const others: Condition[] = [];
  const digits = typedDigits(text);
  // "~" sorts behind every continuation of these digits.
  if (digits) others.push({ sql: PROTOCOL_HITS, bindings: [digits, `${digits}~`] });
  const words = text.length < MIN_MESSAGE_TEXT ? null : wordsOf(db, text);
  if (words) others.push({ sql: MESSAGE_HITS, bindings: [words] });
  const found = others.map(({ sql, bindings }) => ({ sql: `t.id IN (${sql})`, bindings }));
  if (contacts) {
    const { sql, bindings } = positional(contacts.condition);
    found.unshift({ sql: BY_CONTACT(sql), bindings });
  }
  return { contacts, others, condition: anyOf(found) };
}

/**
 * Sorting reads every ticket of every matching contact; scanning the list's index reads `1 / share` tickets per
 * result. For a page of 40 the costs are equal when the share squared times the number of tickets is about this
 * value.
 */
const WALKED_FROM = 33;
const TICKETS = "SELECT sum(tickets) AS n FROM ticket_count";

function commonText(db: Db, { contacts, others }: Search): CommonText | undefined {
  if (!contacts) return undefined;
  const tickets = one<{ n: number | null }>(db, TICKETS)?.n ?? 0;
  if (contacts.count !== null && contacts.share ** 2 * tickets < WALKED_FROM) return undefined;
  const ids = others.flatMap(({ sql, bindings }) => all<{ id: number }>(db, sql, ...bindings));
  return { contacts, ticketIds: new Set(ids.map(({ id }) => id)) };
}

/** A prefix search is slow for a common prefix, so it is omitted when the complete words have enough hits. */
function wordsOf(db: Db, text: string): string | null {
  const complete = matchAll(text, "none");
  if (complete === null) return null;
  const hits = one<{ n: number }>(db, HITS, complete)?.n ?? 0;
  return hits >= ENOUGH_HITS ? complete : matchAll(text, "last");
}

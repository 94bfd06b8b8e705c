import { timeZoneOf } from "#accounts/settings/index.ts";
import type { TicketListQuery } from "#inbox/tickets/contract.ts";
import { seesEverybody } from "#inbox/tickets/policy.ts";
import { type ContactSearch, searchContacts, typedDigits } from "#people/contacts/index.ts";
import {
  amongMatching,
  type FieldMatch,
  fieldMatches,
  isMatching,
  isRareMatch,
} from "#people/fields/index.ts";
import { addDays, startOfDay } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import { matchAll } from "#platform/db/full-text.ts";
import { fillBeforeSearch } from "#platform/db/late-index.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { anyOf, type Condition } from "./conditions.ts";
import { everyTicket, ticketsOfUsers, usesOfTag } from "./counts.sql.ts";
import * as sql from "./search.sql.ts";

/** Filters of a ticket list. */
export interface Filters {
  /** Filters with their own index that match few tickets: the query starts from that index. */
  readonly selective: readonly Condition[];
  /** Filters that are checked on each ticket while reading the list's own index. */
  readonly narrowing: readonly Condition[];
  /** True when a filter matches too many closed tickets for its own index: the list is read in its order, and each ticket is tested. */
  readonly isWide?: boolean;
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

/**
 * A filter that matches more tickets than this is common: each ticket of the list is tested, instead of starting from the filter's index.
 */
const RARE = 5000;

/** Minimum length of a text that is searched in messages (docs/rules/tickets.md#lists). */
const MIN_MESSAGE_TEXT = 2;

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
  // Open and pending tickets are few, so a filter tests each of them instead of starting from the index of the tag or person.
  const isRunning = query.status === "open" || query.status === "pending";
  const filterBy = (isRare: boolean, selecting: Condition, testing: Condition) =>
    isRare ? selective.push(selecting) : narrowing.push(testing);
  for (const tag of query.tags ?? [])
    filterBy(
      !isRunning && isRare(tenant.db, usesOfTag(tag ?? 0, RARE + 1)),
      withTag(tag, false),
      withTag(tag, true),
    );
  for (const match of fieldMatches(tenant, "ticket", query.fields ?? {}))
    filterBy(
      !isRunning && isRareMatch(tenant.db, match),
      withField(amongMatching, match),
      withField(isMatching, match),
    );
  const users = seesEverybody(actor) ? (query.users ?? []) : [];
  if (users.length > 0) {
    const by = among(query.status === "pending" ? "t.user_distributed" : "t.user_id", users);
    filterBy(!isRunning && isRare(tenant.db, ticketsOfUsers(JSON.stringify(users), RARE + 1)), by, by);
  }
  const isWide = !isRunning && narrowing.length > 0;
  if (query.whatsappIds?.length) narrowing.push(among("t.connection_id", query.whatsappIds));
  if (query.priorities?.length) narrowing.push(among("t.priority", query.priorities));
  if (query.sla?.length) narrowing.push(inSlaStates(query.sla));
  if (query.participating === "true") selective.push(participatedBy(actor.id));
  if (query.mentioned === "true") selective.push(mentioning(actor.id));
  if (query.date) selective.push(onDay("t.created_at", "date", query.date, timeZoneOf(tenant)));
  if (query.updatedAt)
    narrowing.push(onDay("t.updated_at", "updatedAt", query.updatedAt, timeZoneOf(tenant)));
  const unread = query.withUnreadMessages === "true";
  if (unread) narrowing.push(() => "t.has_unread = 1");
  const filters = { selective, narrowing, isWide, onlyUnread: unread && narrowing.length === 1 };
  const common = selective.length === 1 && searched ? commonText(tenant.db, searched) : undefined;
  return common ? { ...filters, common } : filters;
}

const isRare = (db: Db, uses: ReturnType<typeof usesOfTag>): boolean =>
  (queryOne(db, ...uses)?.n ?? 0) <= RARE;

const participatedBy =
  (userId: number): Condition =>
  (bind) =>
    `t.id IN (SELECT ticket_id FROM ticket_participant WHERE user_id = ${bind(userId)})`;

/** Mentions are found by their notifications, which are kept for a limited time. */
const mentioning =
  (userId: number): Condition =>
  (bind) =>
    `t.id IN (SELECT ticket_id FROM notification WHERE user_id = ${bind(userId)} AND kind = 'mention')`;

/** `tested` true = tests each ticket for the tag; false = selects the tickets from the index of the tag. */
const withTag =
  (tagId: number | null, tested: boolean): Condition =>
  (bind) =>
    tested
      ? `EXISTS (SELECT 1 FROM ticket_tag x WHERE x.ticket_id = t.id AND x.tag_id = ${bind(tagId)})`
      : `t.id IN (SELECT ticket_id FROM ticket_tag WHERE tag_id = ${bind(tagId)})`;

const withField =
  (write: typeof isMatching, match: FieldMatch): Condition =>
  (bind) =>
    write(match, "t.id", bind);

const among =
  (column: string, ids: readonly (number | null)[]): Condition =>
  (bind) =>
    `${column} IN (SELECT value FROM json_each(${bind(JSON.stringify(ids))}))`;

const inSlaStates =
  (states: readonly string[]): Condition =>
  (bind) =>
    `coalesce(t.sla_state, 'none') IN (SELECT value FROM json_each(${bind(JSON.stringify(states))}))`;

function onDay(column: "t.created_at" | "t.updated_at", field: string, day: string, zone: string): Condition {
  const from = /^\d{4}-\d{2}-\d{2}$/.test(day) ? startOfDay(day, zone) : undefined;
  const to = from === undefined ? undefined : startOfDay(addDays(day, 1), zone);
  if (from === undefined || to === undefined) throw invalidFields({ [field]: "invalid" });
  return (bind) => `${column} >= ${bind(from)} AND ${column} < ${bind(to)}`;
}

/** The conditions of a text search. */
interface Search {
  readonly contacts: ContactSearch | null;
  /** Conditions by protocol and by messages; each selects ids of tickets. */
  readonly others: readonly Condition[];
  readonly condition: Condition;
}

/**
 * Searches contact name or number, the beginning of the protocol, and words of a message
 * (docs/rules/search.md#tickets).
 */
function searchOf(db: Db, text: string): Search {
  const contacts = searchContacts(db, text);
  const others: Condition[] = [];
  const digits = typedDigits(text);
  if (digits) others.push(sql.byProtocol(digits));
  const words = text.length < MIN_MESSAGE_TEXT ? null : wordsOf(db, text);
  if (words) others.push(sql.byMessages(words));
  const found = others.map(
    (ids): Condition =>
      (bind) =>
        `t.id IN (${ids(bind)})`,
  );
  if (contacts) found.unshift(ofContacts(contacts));
  return { contacts, others, condition: anyOf(found) };
}

/**
 * Selects the tickets of the contacts that a search matches. The parameters of the search are renamed, so that they are unique in
 * this statement.
 */
const ofContacts =
  ({ condition: { sql, params } }: ContactSearch): Condition =>
  (bind) => {
    const where = sql.replace(/:(\w+)/g, (_, name: string) => bind(params[name] ?? null));
    return `t.id IN (SELECT id FROM ticket WHERE contact_id IN (SELECT c.id FROM contact c WHERE ${where}))`;
  };

/**
 * Sorting reads every ticket of every matching contact; scanning the list's index reads `1 / share` tickets per
 * result. For a page of 40 the costs are equal when the share squared times the number of tickets is about this
 * value.
 */
const WALKED_FROM = 33;

function commonText(db: Db, { contacts, others }: Search): CommonText | undefined {
  if (!contacts) return undefined;
  const tickets = queryOne(db, everyTicket)?.n ?? 0;
  if (contacts.count !== null && contacts.share ** 2 * tickets < WALKED_FROM) return undefined;
  const ids = others.flatMap((select) => queryAll(db, ...sql.ticketIds(select)));
  return { contacts, ticketIds: new Set(ids.map(({ id }) => id)) };
}

/** A prefix search is slow for a common prefix, so it is omitted when the complete words have enough hits. */
function wordsOf(db: Db, text: string): string | null {
  const complete = matchAll(text, "none");
  if (complete === null) return null;
  fillBeforeSearch(db, "message");
  const hits = queryOne(db, sql.countHits, { words: complete })?.n ?? 0;
  return hits >= sql.ENOUGH_HITS ? complete : matchAll(text, "last");
}

import { contactsMatching, typedDigits } from "#contacts/index.ts";
import { type Db, one } from "#platform/db/database.ts";
import { matchAll } from "#platform/db/full-text.ts";
import { invalidFields } from "#platform/errors.ts";
import { addDays, startOfDay } from "#platform/zone.ts";
import { timeZoneOf } from "#settings/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { TicketListQuery } from "#tickets/contract.ts";
import { seesEverybody } from "#tickets/policy.ts";
import { anyOf, type Condition } from "./conditions.ts";

/** What a list narrows its tickets by. */
export interface Filters {
  /** Each finds few tickets by an index of its own: the list starts from them. */
  readonly selective: readonly Condition[];
  /** Looked at on each ticket of the list's own index. */
  readonly narrowing: readonly Condition[];
  /** True when "with unread messages" is all there is. */
  readonly onlyUnread: boolean;
}
export const NO_FILTERS: Filters = { selective: [], narrowing: [], onlyUnread: false };

/** Behaviour 6: shorter text is not looked for in messages. */
const MIN_MESSAGE_TEXT = 2;
/** Messages one search looks at, newest first, and tickets of one beginning of a protocol: bounds common words. */
const MAX_HITS = 1000;
/** Where complete words are found this often, words that merely begin so are not looked for. */
const ENOUGH_HITS = 100;

const BY_CONTACT = (sql: string) =>
  `t.id IN (SELECT id FROM ticket WHERE contact_id IN (SELECT c.id FROM contact c WHERE ${sql}))`;
const BY_PROTOCOL = `t.id IN (SELECT id FROM ticket WHERE protocol >= ? AND protocol < ?
  ORDER BY protocol DESC LIMIT ${MAX_HITS})`;
const BY_MESSAGE = `t.id IN (SELECT m.ticket_id FROM (SELECT rowid AS id FROM message_search
  WHERE message_search MATCH ? ORDER BY rowid DESC LIMIT ${MAX_HITS}) hit CROSS JOIN message m ON m.id = hit.id)`;
const HITS = `SELECT count(*) AS n FROM (SELECT 1 FROM message_search WHERE message_search MATCH ? LIMIT ${ENOUGH_HITS})`;
const WITH_TAG = "t.id IN (SELECT ticket_id FROM ticket_tag WHERE tag_id = ?)";
const OF_USERS = "t.user_id IN (SELECT value FROM json_each(?))";

/** The filters of `GET /tickets` (table of behaviour 6). Throws 400 ERR_VALIDATION for a day that is none. */
export function filtersOf({ tenant, actor }: UserCtx, query: TicketListQuery): Filters {
  const selective: Condition[] = [];
  const narrowing: Condition[] = [];
  const text = query.searchParam.trim();
  if (text !== "") selective.push(searching(tenant.db, text));
  for (const tag of query.tags ?? []) selective.push({ sql: WITH_TAG, bindings: [tag] });
  const users = seesEverybody(actor) ? (query.users ?? []) : [];
  if (users.length > 0) selective.push({ sql: OF_USERS, bindings: [JSON.stringify(users)] });
  if (query.date) selective.push(onDay("t.created_at", "date", query.date, timeZoneOf(tenant)));
  if (query.updatedAt)
    narrowing.push(onDay("t.updated_at", "updatedAt", query.updatedAt, timeZoneOf(tenant)));
  const unread = query.withUnreadMessages === "true";
  if (unread) narrowing.push({ sql: "t.unread_messages > 0", bindings: [] });
  return { selective, narrowing, onlyUnread: unread && narrowing.length === 1 };
}

function onDay(column: "t.created_at" | "t.updated_at", field: string, day: string, zone: string): Condition {
  const from = /^\d{4}-\d{2}-\d{2}$/.test(day) ? startOfDay(day, zone) : undefined;
  const to = from === undefined ? undefined : startOfDay(addDays(day, 1), zone);
  if (from === undefined || to === undefined) throw invalidFields({ [field]: "invalid" });
  return { sql: `${column} >= ? AND ${column} < ?`, bindings: [from, to] };
}

/** Contact name or number, protocol from its beginning, words of a message. */
function searching(db: Db, text: string): Condition {
  const found: Condition[] = [];
  const contacts = contactsMatching(text);
  if (contacts) found.push({ sql: BY_CONTACT(contacts.sql), bindings: contacts.bindings });
  const digits = typedDigits(text);
  // Behind every continuation of these digits.
  if (digits) found.push({ sql: BY_PROTOCOL, bindings: [digits, `${digits}~`] });
  const words = text.length < MIN_MESSAGE_TEXT ? null : wordsOf(db, text);
  if (words) found.push({ sql: BY_MESSAGE, bindings: [words] });
  return anyOf(found);
}

/** A beginning of many words is costly to look up, so it is left out where the words as typed are common. */
function wordsOf(db: Db, text: string): string | null {
  const complete = matchAll(text, "none");
  if (complete === null) return null;
  const hits = one<{ n: number }>(db, HITS, complete)?.n ?? 0;
  return hits >= ENOUGH_HITS ? complete : matchAll(text, "last");
}

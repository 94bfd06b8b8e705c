import { contactsMatching, typedDigits } from "#contacts/index.ts";
import { matchAll } from "#platform/db/full-text.ts";
import { invalidFields } from "#platform/errors.ts";
import { addDays, startOfDay } from "#platform/zone.ts";
import type { TicketListQuery } from "#tickets/contract.ts";
import { type Person, seesEverybody } from "#tickets/policy.ts";
import { anyOf, type Condition } from "./conditions.ts";

/** Hits of a text among the messages that one search looks at, newest first: bounds the work of common words. */
const MAX_HITS = 2000;
/** Behaviour 6: shorter text is not looked for in messages. */
const MIN_MESSAGE_TEXT = 2;

const BY_CONTACT = (sql: string) =>
  `t.id IN (SELECT id FROM ticket WHERE contact_id IN (SELECT c.id FROM contact c WHERE ${sql}))`;
const BY_PROTOCOL = "t.id IN (SELECT id FROM ticket WHERE protocol >= ? AND protocol < ?)";
const BY_MESSAGE = `t.id IN (SELECT m.ticket_id FROM (SELECT rowid AS id FROM message_search
  WHERE message_search MATCH ? ORDER BY rowid DESC LIMIT ${MAX_HITS}) hit JOIN message m ON m.id = hit.id)`;
const WITH_TAG = "t.id IN (SELECT ticket_id FROM ticket_tag WHERE tag_id = ?)";

/** What a list narrows its tickets by. */
export interface Filters {
  /** Few tickets at best, found by an index of their own: the list starts from them. */
  readonly selective: readonly Condition[];
  /** Looked at on each ticket of the list's own index. */
  readonly narrowing: readonly Condition[];
}

export const NO_FILTERS: Filters = { selective: [], narrowing: [] };

/** The filters of `GET /tickets` (behaviour 6). `zone` = the company's. Throws 400 ERR_VALIDATION for no date. */
export function filtersOf(person: Person, query: TicketListQuery, zone: string): Filters {
  const selective: Condition[] = [];
  const narrowing: Condition[] = [];
  const text = query.searchParam.trim();
  if (text !== "") selective.push(searching(text));
  for (const tag of query.tags ?? []) selective.push({ sql: WITH_TAG, bindings: [tag] });
  const users = seesEverybody(person) ? (query.users ?? []) : [];
  if (users.length > 0)
    selective.push({
      sql: "t.user_id IN (SELECT value FROM json_each(?))",
      bindings: [JSON.stringify(users)],
    });
  if (query.date) selective.push(onDay("t.created_at", "date", query.date, zone));
  if (query.updatedAt) narrowing.push(onDay("t.updated_at", "updatedAt", query.updatedAt, zone));
  if (query.withUnreadMessages === "true") narrowing.push({ sql: "t.unread_messages > 0", bindings: [] });
  return { selective, narrowing };
}

function onDay(column: "t.created_at" | "t.updated_at", field: string, day: string, zone: string): Condition {
  const from = /^\d{4}-\d{2}-\d{2}$/.test(day) ? startOfDay(day, zone) : undefined;
  const to = from === undefined ? undefined : startOfDay(addDays(day, 1), zone);
  if (from === undefined || to === undefined) throw invalidFields({ [field]: "invalid" });
  return { sql: `${column} >= ? AND ${column} < ?`, bindings: [from, to] };
}

/** Contact name or number, protocol from its beginning, words of a message. */
function searching(text: string): Condition {
  const found: Condition[] = [];
  const contacts = contactsMatching(text);
  if (contacts) found.push({ sql: BY_CONTACT(contacts.sql), bindings: contacts.bindings });
  const digits = typedDigits(text);
  // Behind every continuation of these digits.
  if (digits) found.push({ sql: BY_PROTOCOL, bindings: [digits, `${digits}~`] });
  const match = text.length < MIN_MESSAGE_TEXT ? null : matchAll(text, "last");
  if (match) found.push({ sql: BY_MESSAGE, bindings: [match] });
  return anyOf(found);
}

import type { Message } from "#inbox/messages/schema.ts";
import { query } from "#platform/db/query.ts";

type Contacts = { toId: number; fromId: number };
type Id = Pick<Message, "id">;

/** Skips messages that both contacts have: `message_provider` is unique. */
export const moveMessages = query<Contacts, Id>(
  "UPDATE OR IGNORE message SET contact_id = :toId WHERE contact_id = :fromId RETURNING id",
);
/** Deletes the messages that `moveMessages` skipped, because the other contact has them already. */
export const deleteDuplicates = query<{ contactId: number }>(
  "DELETE FROM message WHERE contact_id = :contactId",
);
export const moveAuthors = query<Contacts, Id>(
  "UPDATE message SET participant_id = :toId WHERE participant_id = :fromId RETURNING id",
);
// Looks the rows up by connection, because no index begins with the contact.
export const moveSends = query<Contacts, Id>(
  `UPDATE outbox SET contact_id = :toId WHERE id IN (
    SELECT r.id FROM connection k CROSS JOIN outbox r INDEXED BY outbox_chat
      ON r.connection_id = k.id AND r.contact_id = :fromId AND r.state = 'queued'
    UNION ALL SELECT r.id FROM connection k CROSS JOIN outbox r INDEXED BY outbox_due
      ON r.connection_id = k.id AND r.state = 'sending' AND r.state IN ('queued', 'sending') AND r.contact_id = :fromId
  ) RETURNING id`,
);
/** `ids` is a JSON list, as in the next two. */
export const moveMessagesBack = query<Contacts & { ids: string }>(
  "UPDATE message SET contact_id = :toId WHERE contact_id = :fromId AND id IN (SELECT value FROM json_each(:ids))",
);
export const moveAuthorsBack = query<Contacts & { ids: string }>(
  `UPDATE message SET participant_id = :toId
   WHERE participant_id = :fromId AND id IN (SELECT value FROM json_each(:ids))`,
);
export const moveSendsBack = query<Contacts & { ids: string }>(
  "UPDATE outbox SET contact_id = :toId WHERE contact_id = :fromId AND id IN (SELECT value FROM json_each(:ids))",
);
/** Messages written since the merge in returned tickets, and not sent yet. */
export const moveSendsOfTickets = query<Contacts>(
  `UPDATE outbox SET contact_id = :toId WHERE contact_id = :fromId AND state = 'queued'
   AND ticket_id IN (SELECT id FROM ticket WHERE contact_id = :toId)`,
);
export const newestMessage = query<Record<never, never>, Id>("SELECT max(id) AS id FROM message");
export const deleteOfTicket = query<{ ticketId: number }>("DELETE FROM message WHERE ticket_id = :ticketId");
export const oldestOfTicket = query<{ ticketId: number; limit: number }, Pick<Message, "id" | "mediaId">>(
  "SELECT id, media_id AS mediaId FROM message WHERE ticket_id = :ticketId ORDER BY place LIMIT :limit",
);
export const inOtherTickets = query<
  { contactId: number; limit: number },
  Pick<Message, "id" | "mediaId" | "ticketId">
>(`SELECT id, media_id AS mediaId, ticket_id AS ticketId FROM message WHERE contact_id = :contactId
  AND ticket_id NOT IN (SELECT id FROM ticket WHERE contact_id = :contactId) LIMIT :limit`);

const EVENTS = `inbound_event WHERE connection_id IN (SELECT id FROM connection)
  AND chat_key IN (SELECT value FROM json_each(:chatKeys))`;
/** Unprocessed events, whose files are already on disk. `chatKeys` is a JSON list. */
export const waitingEvents = query<{ chatKeys: string }, { readonly payload: string }>(
  `SELECT payload FROM ${EVENTS} AND state = 'new'`,
);
export const deleteEvents = query<{ chatKeys: string }>(`DELETE FROM ${EVENTS}`);
/** Keys are `address:time`, so all keys of an address sort between `address:` and `address;`. */
export const deleteCallTexts = query<{ from: string; to: string }>(
  "DELETE FROM outbox WHERE source = 'call' AND source_key > :from AND source_key < :to",
);
export const deleteSends = query<{ contactId: number }>("DELETE FROM outbox WHERE contact_id = :contactId");
export const writtenInGroups = query<
  { contactId: number; limit: number },
  Pick<Message, "id" | "mediaId" | "ticketId">
>(
  "SELECT id, media_id AS mediaId, ticket_id AS ticketId FROM message WHERE participant_id = :contactId LIMIT :limit",
);
/**
 * Clears a message's content. The row is kept in the group's conversation and looks like a message that its author
 * deleted.
 */
export const blank = query<{ now: number; id: number }>(
  `UPDATE message SET body = '', media_type = NULL, media_id = NULL, transcript = NULL, edits = '[]',
   participant_id = NULL, identity_id = NULL, provider_id = NULL, deleted_at = coalesce(deleted_at, :now),
   deleted_by = coalesce(deleted_by, 'contact'), updated_at = :now WHERE id = :id`,
);

/** Finds unprocessed events: their files are already on disk. */
export const waiting = query<{ name: string }, { payload: string }>(
  "SELECT payload FROM inbound_event WHERE state = 'new' AND instr(payload, :name) > 0",
);
/** Matches the payload's text, because events of groups name every author. */
export const forget = query<{ name: string }>("DELETE FROM inbound_event WHERE instr(payload, :name) > 0");
export const forgetAll = query("DELETE FROM inbound_event WHERE state <> 'new'");

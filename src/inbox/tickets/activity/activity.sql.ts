import { query } from "#platform/db/query.ts";
import type { WindowedChat } from "./answer-window.ts";

export const connectionOf = query<{ id: number }, Pick<WindowedChat, "channel" | "provider">>(
  "SELECT channel, provider FROM connection WHERE id = :id",
);
/**
 * SQL: time of the contact's last message on the connection, over all its tickets there. The time stored in a ticket that was moved
 * here belongs to another connection; for such a ticket the messages are read instead.
 */
const wroteAt = (contact: string, connection: string): string =>
  `(SELECT max(iif(x.wrote_elsewhere = 0, x.last_customer_message_at, (SELECT m.created_at FROM message m
    WHERE m.contact_id = x.contact_id AND m.connection_id = x.connection_id AND m.from_me = 0
    ORDER BY m.place DESC LIMIT 1)))
  FROM ticket x WHERE x.contact_id = ${contact} AND x.connection_id = ${connection})`;
/** For statements with a ticket `t`. */
export const WROTE_AT = wroteAt("t.contact_id", "t.connection_id");
export const lastWroteAt = query<{ contactId: number; connectionId: number }, Pick<WindowedChat, "wroteAt">>(
  `SELECT ${wroteAt(":contactId", ":connectionId")} AS wroteAt`,
);
export const hasUnread = query<{ ticketId: number }, unknown>(
  "SELECT 1 FROM message WHERE ticket_id = :ticketId AND read = 0 AND from_me = 0 LIMIT 1",
);
export const markRead = query<{ id: number }>(
  "UPDATE ticket SET unread_messages = 0, marked_unread = 0 WHERE id = :id",
);
interface BotFieldsRow extends Readonly<Record<string, number | null>> {
  readonly queueId: number | null;
  readonly chatbot: number;
  readonly queueOptionId: number | null;
  readonly optionTries: number;
  readonly botMenusSent: number;
  readonly useIntegration: number;
  readonly integrationId: number | null;
  readonly promptId: number | null;
  readonly greetedAt: number | null;
  readonly outOfHoursAt: number | null;
  readonly botEndedAt: number | null;
  readonly now: number;
  readonly id: number;
}
export const writeBotFields =
  query<BotFieldsRow>(`UPDATE ticket SET queue_id = :queueId, chatbot = :chatbot, queue_option_id = :queueOptionId, option_tries = :optionTries,
  bot_menus_sent = :botMenusSent, use_integration = :useIntegration, integration_id = :integrationId, prompt_id = :promptId, greeted_at = :greetedAt,
  out_of_hours_at = :outOfHoursAt, bot_ended_at = :botEndedAt, updated_at = :now,
  user_distributed = CASE WHEN queue_id IS :queueId THEN user_distributed END,
  distributed_at = CASE WHEN queue_id IS :queueId THEN distributed_at END
  WHERE id = :id AND status = 'pending' AND user_id IS NULL`);
export const setLastBotAt = query<{ now: number; id: number }>(
  "UPDATE ticket SET last_bot_at = :now WHERE id = :id",
);
export const setFirstBotAt = query<{
  now: number;
  ticketId: number;
}>(`UPDATE ticket_period SET chatbot_at = :now
  WHERE ticket_id = :ticketId AND finished_at IS NULL AND chatbot_at IS NULL`);
/**
 * Omits the indexed columns, because SQLite rewrites the indexes of every column named in an update. Changes no row if an indexed
 * column would get another value.
 */
export const writeBotTexts = query<BotFieldsRow>(`UPDATE ticket SET queue_option_id = :queueOptionId,
  option_tries = :optionTries, bot_menus_sent = :botMenusSent, prompt_id = :promptId, greeted_at = :greetedAt,
  out_of_hours_at = :outOfHoursAt, bot_ended_at = :botEndedAt
  WHERE id = :id AND status = 'pending' AND user_id IS NULL AND queue_id IS :queueId AND chatbot = :chatbot
  AND use_integration = :useIntegration AND integration_id IS :integrationId AND updated_at = :now`);
export const forgetIntegration = query<{ integrationId: number }>(
  "UPDATE ticket SET integration_id = NULL WHERE integration_id = :integrationId",
);
export const switchBotOff = query<{ id: number }>("UPDATE ticket SET bot_off = 1 WHERE id = :id");
export const assign = query<{
  userId: number;
  now: number;
  id: number;
}>(`UPDATE ticket SET status = 'open', user_id = :userId, user_distributed = NULL, distributed_at = NULL,
  updated_at = :now WHERE id = :id AND status = 'pending' AND user_id IS NULL`);
export const addTag = query<{ id: number; tagId: number }>(
  "INSERT OR IGNORE INTO ticket_tag (ticket_id, tag_id) SELECT :id, id FROM tag WHERE id = :tagId",
);
export const removeTag = query<{ ticketId: number; tagId: number }>(
  "DELETE FROM ticket_tag WHERE ticket_id = :ticketId AND tag_id = :tagId",
);
export const lastBotEnd = query<{ contactId: number; connectionId: number }, { at: number | null }>(
  "SELECT max(bot_ended_at) AS at FROM ticket WHERE contact_id = :contactId AND connection_id = :connectionId",
);
export const lastOutOfHoursNotice = query<{ contactId: number; connectionId: number }, { at: number | null }>(
  "SELECT max(out_of_hours_at) AS at FROM ticket WHERE contact_id = :contactId AND connection_id = :connectionId",
);
export const recordInbound = query<{
  preview: string;
  messageId: number;
  mediaType: string | null;
  writtenAt: number;
  unread: number;
  now: number;
  id: number;
}>(`UPDATE ticket SET last_message = :preview, last_message_id = :messageId, last_message_from_me = 0,
  last_message_type = :mediaType, last_message_at = :writtenAt, last_customer_message_at = :writtenAt, last_customer_message = :preview,
  last_customer_message_id = :messageId, last_customer_message_type = :mediaType, wrote_elsewhere = 0,
  waiting_since = CASE WHEN status = 'closed' THEN waiting_since ELSE coalesce(waiting_since, :writtenAt) END,
  unread_messages = unread_messages + :unread, updated_at = :now WHERE id = :id`);
// Writes only columns without an index, because the indexed columns were written when the ticket was created.
export const recordFirst = query<{
  preview: string;
  messageId: number;
  mediaType: string | null;
  id: number;
}>(`UPDATE ticket SET last_message = :preview, last_message_id = :messageId, last_message_type = :mediaType, last_customer_message = :preview,
  last_customer_message_id = :messageId, last_customer_message_type = :mediaType WHERE id = :id`);
export const recordFound = query<{ now: number; id: number }>(
  `UPDATE ticket SET unread_messages = unread_messages + 1, waiting_since = coalesce(waiting_since, :now), updated_at = :now
   WHERE id = :id`,
);
export const recordImported = query<{
  preview: string;
  messageId: number;
  fromMe: number;
  mediaType: string | null;
  writtenAt: number;
  id: number;
}>(`UPDATE ticket SET last_message = :preview, last_message_id = :messageId, last_message_from_me = :fromMe,
  last_message_type = :mediaType, last_message_at = :writtenAt, updated_at = :writtenAt WHERE id = :id AND coalesce(last_message_at, 0) <= :writtenAt`);
export const blankPreview = query<{
  id: number;
  messageId: number;
}>(`UPDATE ticket SET last_message = iif(last_message_id = :messageId, '', last_message),
  last_customer_message = iif(last_customer_message_id = :messageId, '', last_customer_message)
  WHERE id = :id AND :messageId IN (last_message_id, last_customer_message_id)`);
export const clearPreview = query<{
  id: number;
}>(`UPDATE ticket SET last_message = '', last_message_id = NULL, last_message_type = NULL,
    last_customer_message = NULL, last_customer_message_id = NULL, last_customer_message_type = NULL
  WHERE id = :id AND status = 'closed'`);

interface Outgoing extends Readonly<Record<string, string | number | null>> {
  readonly preview: string;
  readonly messageId: number;
  readonly mediaType: string | null;
  readonly now: number;
  readonly id: number;
}
export const recordOutgoing =
  query<Outgoing>(`UPDATE ticket SET last_message = :preview, last_message_id = :messageId, last_message_from_me = 1,
  last_message_type = :mediaType, last_message_at = :now, updated_at = :now WHERE id = :id`);
/** The update leaves the ticket's position in the lists unchanged. */
export const recordInPlace =
  query<Outgoing>(`UPDATE ticket SET last_message = :preview, last_message_id = :messageId, last_message_from_me = 1,
  last_message_type = :mediaType, last_message_at = :now WHERE id = :id`);
export const recordByPerson =
  query<Outgoing>(`UPDATE ticket SET last_message = :preview, last_message_id = :messageId, last_message_from_me = 1,
  last_message_type = :mediaType, last_message_at = :now, updated_at = :now, unread_messages = 0, marked_unread = 0, waiting_since = NULL,
  chatbot = 0, use_integration = 0, prompt_id = NULL, integration_id = NULL, queue_option_id = NULL, option_tries = 0,
  bot_ended_at = :now WHERE id = :id`);
// Omits columns that already have their values: SQLite rewrites the indexes of every column named in an update.
export const recordByPersonAgain =
  query<Outgoing>(`UPDATE ticket SET last_message = :preview, last_message_id = :messageId, last_message_from_me = 1,
  last_message_type = :mediaType, last_message_at = :now, updated_at = :now, bot_ended_at = :now WHERE id = :id`);
export const updatePreview = query<{
  preview: string;
  mediaType: string | null;
  id: number;
  messageId: number;
}>(
  "UPDATE ticket SET last_message = :preview, last_message_type = :mediaType WHERE id = :id AND last_message_id = :messageId",
);
export const updateCustomerPreview = query<{
  preview: string;
  mediaType: string | null;
  id: number;
  messageId: number;
}>(`UPDATE ticket SET last_customer_message = :preview, last_customer_message_type = :mediaType
  WHERE id = :id AND last_customer_message_id = :messageId`);

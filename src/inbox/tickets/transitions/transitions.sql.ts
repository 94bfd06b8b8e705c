import { query } from "#platform/db/query.ts";
import type { Named } from "./assignee.ts";

/** Closes per company and transaction. */
export const CLOSES_AT_A_TIME = 50;

type Accept = { userId: number; now: number; id: number; admin: number };
const acceptWith = (
  queue: string,
) => `UPDATE ticket SET status = 'open', user_id = :userId, ${queue}user_distributed = NULL,
  distributed_at = NULL, chatbot = 0, use_integration = 0, prompt_id = NULL, integration_id = NULL,
  queue_option_id = NULL, option_tries = 0, bot_ended_at = :now, unread_messages = 0, updated_at = :now
  WHERE id = :id AND status = 'pending' AND user_id IS NULL
    AND (user_distributed IS NULL OR user_distributed = :userId OR :admin = 1)`;
/** Does not set the queue: SQLite rewrites the indexes of every column named in an update, even when its value stays the same. */
export const accept = query<Accept>(acceptWith(""));
/** For a ticket without a queue. */
export const acceptIntoQueue = query<Accept & { queueId: number }>(acceptWith("queue_id = :queueId, "));
export const acceptedBefore = query<
  { contactId: number; userId: number; at: number },
  unknown
>(`SELECT 1 FROM ticket_event e JOIN ticket t ON t.id = e.ticket_id
  WHERE t.contact_id = :contactId AND e.kind = 'accepted' AND e.user_id = :userId AND e.at > :at LIMIT 1`);
export const nameOfUser = query<{ id: number }, Named>("SELECT id, name FROM user WHERE id = :id");
export const nameOfQueue = query<{ id: number }, Named>("SELECT id, name FROM queue WHERE id = :id");
export const activeUser = query<
  { id: number; queueId: number | null },
  { profile: string; member: number }
>(`SELECT u.profile, EXISTS (SELECT 1 FROM user_queue WHERE user_id = u.id AND queue_id = :queueId) AS member
  FROM user u WHERE u.id = :id AND u.deleted_at IS NULL`);
export const close = query<{
  now: number;
  closedBy: number | null;
  closeReason: string;
  closeSettlesAt: number | null;
  closeUndo: string | null;
  resolutionId: number | null;
  resolutionNote: string | null;
  id: number;
}>(`UPDATE ticket SET status = 'closed', closed_at = :now, closed_by = :closedBy, close_reason = :closeReason,
  close_settles_at = :closeSettlesAt, close_undo = :closeUndo, resolution_id = :resolutionId,
  resolution_note = :resolutionNote,
  unread_messages = 0, chatbot = 0, use_integration = 0, prompt_id = NULL, integration_id = NULL,
  queue_option_id = NULL, user_distributed = NULL, distributed_at = NULL, bot_menus_sent = 0,
  waiting_since = NULL, updated_at = :now WHERE id = :id AND status <> 'closed'`);
export const runningOfContact = query<{ contactId: number }, { id: number }>(
  "SELECT id FROM ticket WHERE contact_id = :contactId AND status <> 'closed' ORDER BY id",
);
export const deleteTicket = query<{ id: number }>("DELETE FROM ticket WHERE id = :id");
// Each update is conditional on the state that was read: a ticket accepted in the meantime is not changed.
export const offer = query<{
  userDistributed: number;
  now: number;
  id: number;
  offeredTo: number | null;
}>(`UPDATE ticket SET user_distributed = :userDistributed, distributed_at = :now
  WHERE id = :id AND status = 'pending' AND user_id IS NULL AND user_distributed IS :offeredTo`);
export const withdrawOffer = query<{
  id: number;
  userDistributed: number | null;
}>(`UPDATE ticket SET user_distributed = NULL, distributed_at = NULL
  WHERE id = :id AND status = 'pending' AND user_distributed IS :userDistributed`);
// The ticket waits for a person now, so an active bot ends.
export const redirect = query<{
  queueId: number;
  now: number;
  id: number;
}>(`UPDATE ticket SET queue_id = :queueId, chatbot = 0, use_integration = 0, prompt_id = NULL,
  integration_id = NULL, queue_option_id = NULL, bot_ended_at = :now, updated_at = :now
  WHERE id = :id AND status = 'pending' AND queue_id IS NULL AND user_id IS NULL`);
export const reopen = query<{
  userId: number;
  now: number;
  id: number;
}>(`UPDATE ticket SET status = 'open', user_id = :userId, closed_at = NULL, closed_by = NULL, close_reason = NULL,
  resolution_id = NULL, resolution_note = NULL, updated_at = :now WHERE id = :id AND status = 'closed'`);
export const returnToQueue = query<{
  now: number;
  id: number;
}>(`UPDATE ticket SET status = 'pending', user_id = NULL, user_distributed = NULL, distributed_at = NULL,
  bot_ended_at = :now, pending_since = :now, updated_at = :now WHERE id = :id AND status = 'open'`);
export const dueCloses = query<
  { closeSettlesAt: number },
  { id: number }
>(`SELECT id FROM ticket INDEXED BY ticket_close_settles
  WHERE close_settles_at IS NOT NULL AND close_settles_at <= :closeSettlesAt ORDER BY close_settles_at LIMIT ${CLOSES_AT_A_TIME}`);
export const nextClose = query<
  Record<never, never>,
  { at: number | null }
>(`SELECT min(close_settles_at) AS at FROM ticket INDEXED BY ticket_close_settles
  WHERE close_settles_at IS NOT NULL`);
export const settleClose = query<{ id: number }>(`UPDATE ticket SET close_settles_at = NULL, close_undo = NULL
  WHERE id = :id AND close_settles_at IS NOT NULL`);
export const switchBot = query<{
  chatbot: number;
  useIntegration: number;
  promptId: number | null;
  integrationId: number | null;
  id: number;
}>(
  `UPDATE ticket SET chatbot = :chatbot, use_integration = :useIntegration, prompt_id = :promptId, integration_id = :integrationId WHERE id = :id`,
);
// Conditional on the attendant that the caller's page showed: of two concurrent take-overs one succeeds.
export const takeOver = query<{
  userId: number;
  now: number;
  id: number;
  fromUserId: number;
}>(`UPDATE ticket SET user_id = :userId, user_distributed = NULL, distributed_at = NULL, chatbot = 0,
  use_integration = 0, prompt_id = NULL, integration_id = NULL, queue_option_id = NULL, option_tries = 0,
  bot_ended_at = :now, updated_at = :now WHERE id = :id AND status = 'open' AND user_id = :fromUserId`);
export const restore = query<{
  status: string;
  userId: number | null;
  unreadMessages: number;
  chatbot: number;
  useIntegration: number;
  promptId: number | null;
  integrationId: number | null;
  queueOptionId: number | null;
  botMenusSent: number;
  waitingSince: number | null;
  now: number;
  id: number;
}>(`UPDATE ticket SET status = :status, user_id = :userId, unread_messages = :unreadMessages, chatbot = :chatbot, use_integration = :useIntegration,
  prompt_id = :promptId, integration_id = :integrationId, queue_option_id = :queueOptionId, bot_menus_sent = :botMenusSent, waiting_since = :waitingSince,
  closed_at = NULL, closed_by = NULL, close_reason = NULL, close_settles_at = NULL, close_undo = NULL,
  resolution_id = NULL, resolution_note = NULL, updated_at = :now WHERE id = :id AND close_settles_at IS NOT NULL`);
/** Run after `restore`, because triggers change these columns when the status changes. */
export const restoreAfterTriggers = query<{ pendingSince: number | null; markedUnread: number; id: number }>(
  "UPDATE ticket SET pending_since = :pendingSince, marked_unread = :markedUnread WHERE id = :id",
);

interface Move extends Readonly<Record<string, string | number | null>> {
  readonly connectionId: number;
  readonly now: number;
  readonly id: number;
  /**
   * The ticket's state as the caller read it. If the ticket has changed since, the update matches no row
   * (docs/rules/tickets.md#transfer-rules).
   */
  readonly formerStatus: string;
  readonly formerUserId: number | null;
  readonly readAt: number;
}
/** For an update that moves the ticket to `:connectionId`; the columns in this expression have their values from before the update. */
export const WROTE_ELSEWHERE =
  "iif(connection_id = :connectionId, wrote_elsewhere, last_customer_message_at IS NOT NULL)";
const UNCHANGED = "id = :id AND status = :formerStatus AND user_id IS :formerUserId AND updated_at = :readAt";
export const transfer = query<
  Move & { readonly status: string; readonly userId: number | null; readonly queueId: number }
>(
  `UPDATE ticket SET status = :status, user_id = :userId, queue_id = :queueId, connection_id = :connectionId,
  wrote_elsewhere = ${WROTE_ELSEWHERE}, user_distributed = NULL, distributed_at = NULL, chatbot = 0, use_integration = 0, prompt_id = NULL, integration_id = NULL,
  queue_option_id = NULL, option_tries = 0, bot_ended_at = :now, updated_at = :now WHERE ${UNCHANGED}`,
);
export const moveToConnection = query<Move>(
  `UPDATE ticket SET connection_id = :connectionId, wrote_elsewhere = ${WROTE_ELSEWHERE}, updated_at = :now
  WHERE ${UNCHANGED}`,
);

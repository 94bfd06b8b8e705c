import { integrationSession, type Session } from "#automation/integrations/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";

/** Adds a message to a turn that has not started. */
export const joinTurn = query<{
  messageId: number;
  at: number;
  ticketId: number;
  integrationId: number;
  now: number;
}>(
  `UPDATE integration_delivery SET message_id = :messageId, next_try_at = :at,
     body = json_insert(body, '$[#]', :messageId)
   WHERE ticket_id = :ticketId AND integration_id = :integrationId AND is_turn = 1 AND attempts = 0
     AND state IN ('queued', 'waiting') AND next_try_at > :now`,
);
/** The message is queued as an event already; now the customer waits for the response as well. */
export const makeTurn = query<
  { integrationId: number; lane: string; messageId: number },
  { readonly uuid: string }
>(
  `UPDATE integration_delivery SET is_turn = 1 WHERE integration_id = :integrationId AND lane = :lane
   AND message_id = :messageId AND event = 'message.created' AND attempts = 0
   AND state IN ('queued', 'waiting', 'acting') RETURNING uuid`,
);
export const setBody = query<{ uuid: string; body: string }>(
  "UPDATE integration_delivery SET body = :body WHERE uuid = :uuid",
);

export const chatsOf = query<{ contactId: number }, { readonly chat: string }>(
  "SELECT DISTINCT kind || ':' || value AS chat FROM contact_identity WHERE contact_id = :contactId",
);
export const eventOf = query<
  { connectionId: number; chat: string; providerId: string },
  { readonly payload: string }
>(
  `SELECT payload FROM inbound_event
   WHERE connection_id = :connectionId AND chat_key = :chat AND kind = 'message' AND event_key = :providerId`,
);

type OfTicket = { ticketId: number };

export const find = query<OfTicket, Session>(
  `SELECT ${rowReader(integrationSession).columns} FROM integration_session WHERE ticket_id = :ticketId`,
);
export const begin = query<OfTicket & { integrationId: number; nonce: string; now: number }>(
  `INSERT OR REPLACE INTO integration_session (ticket_id, integration_id, nonce, created_at)
   VALUES (:ticketId, :integrationId, :nonce, :now)`,
);
export const setHeardAt = query<OfTicket & { at: number }>(
  "UPDATE integration_session SET heard_before_at = heard_at, heard_at = :at WHERE ticket_id = :ticketId",
);
export const setMemory = query<OfTicket & { memory: string }>(
  "UPDATE integration_session SET memory = :memory WHERE ticket_id = :ticketId",
);
export const setDocument = query<OfTicket & { sealed: string }>(
  "UPDATE integration_session SET heard_document = :sealed WHERE ticket_id = :ticketId",
);
export const end = query<OfTicket>("DELETE FROM integration_session WHERE ticket_id = :ticketId");
/** The integration session of a ticket that the integration no longer has. */
export const left = query<OfTicket, { readonly id: number }>(
  `SELECT s.ticket_id AS id FROM integration_session s JOIN ticket t ON t.id = s.ticket_id
   WHERE t.id = :ticketId AND (t.use_integration = 0 OR t.integration_id IS NOT s.integration_id)`,
);

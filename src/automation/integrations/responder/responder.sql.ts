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

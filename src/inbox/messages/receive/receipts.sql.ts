import type { Origin } from "#inbox/messages/contract.ts";
import { RECEIPT_TIMES } from "#inbox/messages/outbox/bundle/bundle.sql.ts";
import { query } from "#platform/db/query.ts";

export interface Ours {
  readonly id: number;
  readonly ack: number;
  readonly contactId: number;
  readonly bundleId: number | null;
  readonly origin: Origin;
}

export const ours = query<{ providerId: string; connectionId: number }, Ours>(
  "SELECT id, ack, contact_id AS contactId, bundle_id AS bundleId, origin FROM message WHERE provider_id = :providerId AND connection_id = :connectionId AND from_me = 1",
);
export const grow = query<{ ack: number; at: number; updatedAt: number; id: number }>(
  `UPDATE message SET ack = :ack, ${RECEIPT_TIMES}, updated_at = :updatedAt WHERE id = :id AND ack < :ack`,
);

/** Limited to the newest 2,000 messages of the chat, so that the query costs the same for a long conversation. */
export const mark = query<
  { ack: number; at: number; updatedAt: number; contactId: number; connectionId: number; upTo: number },
  { readonly id: number; readonly origin: Origin }
>(`UPDATE message SET ack = :ack, ${RECEIPT_TIMES}, updated_at = :updatedAt WHERE id IN (
    SELECT id FROM message WHERE contact_id = :contactId AND connection_id = :connectionId ORDER BY place DESC LIMIT 2000)
  AND from_me = 1 AND created_at <= :upTo AND ack BETWEEN 1 AND :ack - 1 AND send_state = 'sent'
  RETURNING id, origin`);

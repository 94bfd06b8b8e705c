import { query } from "#platform/db/query.ts";

export interface Ours {
  readonly id: number;
  readonly ack: number;
  readonly contactId: number;
}

export const ours = query<{ providerId: string; connectionId: number }, Ours>(
  "SELECT id, ack, contact_id AS contactId FROM message WHERE provider_id = :providerId AND connection_id = :connectionId AND from_me = 1",
);
export const grow = query<{ ack: number; updatedAt: number; id: number }>(
  "UPDATE message SET ack = :ack, updated_at = :updatedAt WHERE id = :id AND ack < :ack",
);

import { query } from "#platform/db/query.ts";

export const setMessageProviderId = query<{ providerId: string | null; id: number }>(
  "UPDATE message SET provider_id = :providerId WHERE id = :id",
);
export const setProviderId = query<{ providerId: string | null; id: number }>(
  "UPDATE outbox SET provider_id = :providerId WHERE id = :id",
);
export const expectStatus = query<{ untilMs: number; id: number }>(
  "UPDATE outbox SET next_try_at = :untilMs WHERE id = :id",
);
export const show = query<{
  sendState: string | null;
  sendError: string | null;
  updatedAt: number;
  id: number;
}>(
  "UPDATE message SET send_state = :sendState, send_error = :sendError, updated_at = :updatedAt WHERE id = :id",
);
export const accepted = query<{ updatedAt: number; id: number }>(
  "UPDATE message SET send_state = 'sent', send_error = NULL, ack = max(ack, 1), updated_at = :updatedAt WHERE id = :id",
);

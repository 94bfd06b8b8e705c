import { query } from "#platform/db/query.ts";
import type { SendingConnection } from "./compose.ts";

export const rules = query<
  { id: number },
  SendingConnection & { readonly status: string; readonly gap: number }
>(`SELECT status, send_interval_ms AS gap, channel, provider FROM connection
  WHERE id = :id AND deleted_at IS NULL`);
export const showSending = query<{ providerId: string | null; updatedAt: number; id: number }>(
  "UPDATE message SET provider_id = :providerId, send_state = 'sending', updated_at = :updatedAt WHERE id = :id",
);

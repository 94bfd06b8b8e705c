import { query } from "#platform/db/query.ts";

export const sentAt = query<{ messageId: number }, { readonly sentAt: number | null }>(
  "SELECT sent_at AS sentAt FROM outbox WHERE message_id = :messageId AND kind = 'message'",
);

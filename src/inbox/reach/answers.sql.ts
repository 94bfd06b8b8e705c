import { query } from "#platform/db/query.ts";

export const connectionsWithUnanswered = query<Record<never, never>, { readonly id: number }>(
  "SELECT DISTINCT connection_id AS id FROM first_contact WHERE answered_at IS NULL",
);
export const recordAnswer = query<{ connectionId: number; contactId: number; at: number }>(
  `UPDATE first_contact SET answered_at = :at WHERE connection_id = :connectionId AND contact_id = :contactId
  AND answered_at IS NULL`,
);

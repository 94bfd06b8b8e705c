import { query } from "#platform/db/query.ts";

export const ticketsOfPrompt = query<{ promptId: number }, { readonly id: number }>(
  "SELECT id FROM ticket WHERE status = 'pending' AND prompt_id = :promptId AND use_integration = 1",
);

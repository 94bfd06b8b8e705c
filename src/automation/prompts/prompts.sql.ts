import { query } from "#platform/db/query.ts";

export const clearNaming = query<{ name: string }>(
  "UPDATE ai_run SET trace = NULL WHERE instr(trace, :name) > 0",
);

export const ticketsOfPrompt = query<{ promptId: number }, { readonly id: number }>(
  "SELECT id FROM ticket WHERE status = 'pending' AND prompt_id = :promptId AND use_integration = 1",
);

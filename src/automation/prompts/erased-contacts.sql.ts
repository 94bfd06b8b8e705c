import { query } from "#platform/db/query.ts";

export const clearNaming = query<{ name: string }>(
  "UPDATE ai_run SET trace = NULL WHERE instr(trace, :name) > 0",
);

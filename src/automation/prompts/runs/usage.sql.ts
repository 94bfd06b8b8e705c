import { query } from "#platform/db/query.ts";

type OfMonth = { promptId: number; month: string };

export const tokensUsed = query<OfMonth, { readonly tokens: number }>(
  "SELECT tokens FROM ai_usage WHERE prompt_id = :promptId AND month = :month",
);
/** Nothing for a prompt that was deleted. */
export const addTokens = query<OfMonth & { tokens: number }>(
  `INSERT INTO ai_usage (prompt_id, month, tokens) SELECT id, :month, :tokens FROM prompt WHERE id = :promptId
   ON CONFLICT (prompt_id, month) DO UPDATE SET tokens = tokens + excluded.tokens`,
);

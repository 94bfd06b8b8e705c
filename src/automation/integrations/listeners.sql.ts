import { query } from "#platform/db/query.ts";

export const subscribed = query<Record<never, never>, { readonly id: number }>(
  "SELECT id FROM integration WHERE events <> '[]' AND type IN ('webhook', 'n8n')",
);

import { query } from "#platform/db/query.ts";

/** Which of these ids exist, by the kind of object. `ids`: JSON list. */
const existing = (from: string) =>
  query<{ ids: string }, { id: number }>(
    `SELECT id FROM ${from} AND id IN (SELECT value FROM json_each(:ids))`,
  );

export const EXISTING = {
  tag: existing("tag WHERE 1"),
  queue: existing("queue WHERE 1"),
  resolution: existing("resolution WHERE 1"),
  user: existing("user WHERE deleted_at IS NULL"),
  quick_reply: existing("quick_reply WHERE shared = 1"),
  integration: existing("integration WHERE of_company = 0"),
  webhook: existing("integration WHERE of_company = 1"),
  prompt: existing("prompt WHERE 1"),
} as const;

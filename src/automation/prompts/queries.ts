import { asc } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import * as sql from "./queries.sql.ts";
import { type PromptRow, prompt } from "./schema.ts";

/** docs/rules/general.md#paging: a list without pages has at most 2,000 rows. */
const MAX_LISTED = 2000;

/** Undefined when the company has no such prompt. */
export const findPrompt = (db: Db, id: number): PromptRow | undefined => {
  const row = queryOne(db, sql.byId, { id });
  return row === undefined ? undefined : sql.read(row);
};

/** Prompts by name. */
export const listPrompts = (db: Db): readonly PromptRow[] =>
  db.select().from(prompt).orderBy(asc(prompt.name), asc(prompt.id)).limit(MAX_LISTED).all();

/**
 * The prompt whose key is used when none was chosen: that of the queue, otherwise the oldest with a key. Undefined
 * when no prompt has a key.
 */
export const defaultPrompt = (db: Db, queueId: number | null = null): PromptRow | undefined => {
  const row = queryOne(db, sql.defaultOf, { queueId });
  return row === undefined ? undefined : sql.read(row);
};

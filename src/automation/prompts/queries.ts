import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import { type PromptRow, prompt } from "./schema.ts";

const { columns, read } = rowReader(prompt);
/** docs/rules/general.md#paging: a list without pages has at most 2,000 rows. */
const LIST = `SELECT ${columns} FROM prompt ORDER BY name, id LIMIT 2000`;
const BY_ID = `SELECT ${columns} FROM prompt WHERE id = ?`;
const DEFAULT = `SELECT ${columns} FROM prompt WHERE api_key <> '' ORDER BY queue_id IS ? DESC, id LIMIT 1`;

/** Undefined when the company has no such prompt. */
export const findPrompt = (db: Db, id: number): PromptRow | undefined => {
  const row = one(db, BY_ID, id);
  return row === undefined ? undefined : read(row);
};

/** Prompts by name. */
export const listPrompts = (db: Db): readonly PromptRow[] => all(db, LIST).map(read);

/**
 * Whose key is used where nobody chose a prompt: that of the queue, else the oldest that has a key. Undefined when
 * none has.
 */
export const defaultPrompt = (db: Db, queueId: number | null = null): PromptRow | undefined => {
  const row = one(db, DEFAULT, queueId);
  return row === undefined ? undefined : read(row);
};

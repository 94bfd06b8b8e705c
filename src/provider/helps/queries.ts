import { asc, count, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import { type HelpRow, help } from "./schema.ts";

const folded = (column: typeof help.title | typeof help.description, search: string) =>
  sql`instr(fold(${column}), ${search}) > 0`;
/** `search` is text without case and accents; "" = all. */
const about = (search: string): SQL | undefined =>
  search === "" ? undefined : or(folded(help.title, search), folded(help.description, search));

/** Help videos by title. */
export const listHelps = (system: Db, search: string, limit: number, offset = 0): readonly HelpRow[] =>
  system
    .select()
    .from(help)
    .where(about(search))
    .orderBy(asc(help.title), asc(help.id))
    .limit(limit)
    .offset(offset)
    .all();

export const countHelps = (system: Db, search: string): number =>
  system.select({ n: count() }).from(help).where(about(search)).get()?.n ?? 0;

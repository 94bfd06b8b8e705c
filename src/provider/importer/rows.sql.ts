import { builtQuery } from "#platform/db/query.ts";

/** `table` is a name of the program, never a value of the dump. */
export const updatedAtOf = (table: string) =>
  builtQuery<{ id: number }, { updatedAt: number }>(
    `SELECT updated_at AS updatedAt FROM ${table} WHERE id = :id`,
  );

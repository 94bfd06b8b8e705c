import { nameOf } from "./create-table.ts";
import type { Pieces } from "./pieces.ts";
import { knownTable } from "./tables.ts";

/** Rejects dumps that mix two installations, and rows without known columns. */
export function createPlaces(pieces: Pieces) {
  const homes = new Map<string, string>();
  let database = "";
  return {
    enter(name: string) {
      database = name;
    },
    take(written: string, columns: readonly string[] | undefined) {
      const table = nameOf(written);
      if (!knownTable(table)) return;
      const home = [database, ...written.split(".").slice(0, -1)].filter(Boolean).join(".");
      const first = homes.get(table) ?? home;
      if (first !== home)
        throw pieces.wrong(`there is a table ${table} in ${first} and in ${home}; dump one of them alone`);
      homes.set(table, home);
      if (columns === undefined)
        throw pieces.wrong(
          `nothing says which columns ${table} has; dump it again together with its tables (not only the data), or name the columns: pg_dump --column-inserts, mysqldump --complete-insert`,
        );
    },
  };
}

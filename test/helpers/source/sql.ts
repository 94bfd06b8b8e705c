/** Reads which tables the SQL of a source file names; good enough for the SQL of this code base, which is written in capitals. */
export interface TableUse {
  readonly table: string;
  readonly kind: "read" | "write";
}

const TEXTS = /`(?:[^`\\]|\\.)*`|"(?:[^"\\\n]|\\.)*"/g;
const IS_SQL = /\b(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|FROM|JOIN)\b/;
const WRITES = /\b(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM|REPLACE INTO)\s+"?(\w+)"?/g;
const READS = /(?<!DELETE )\b(?:FROM|JOIN)\s+"?(\w+)"?/g;

/** Every table that the string literals of a source read or write, once per place. */
export function tablesIn(source: string, tables: ReadonlySet<string>): readonly TableUse[] {
  return (source.match(TEXTS) ?? [])
    .filter((text) => IS_SQL.test(text))
    .flatMap((text) => [
      ...[...text.matchAll(WRITES)].map(([, table = ""]): TableUse => ({ table, kind: "write" })),
      ...[...text.matchAll(READS)].map(([, table = ""]): TableUse => ({ table, kind: "read" })),
    ])
    .filter(({ table }) => tables.has(table));
}

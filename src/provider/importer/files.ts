import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "#platform/errors.ts";
import { readCsv } from "./dump/read-csv.ts";
import { type DumpRow, readSql } from "./dump/read-sql.ts";
import { readTab } from "./dump/read-tab.ts";

/** One file of a dump. */
interface DumpFile {
  readonly path: string;
  /** Name of the table of a CSV file; null for SQL. */
  readonly table: string | null;
  /** For a `.txt` of `mysqldump --tab`: the `.sql` file of the same name, which names the columns. */
  readonly definition: string | null;
  readonly bytes: number;
}

const CSV = /\.(?:csv|tsv)(?:\.gz)?$/i;
const SQL = /\.sql(?:\.gz)?$/i;
const TAB = /\.txt$/i;

/** The files of a dump: one SQL file, or a folder of CSV files (named as their tables) and SQL files. */
export function dumpFiles(path: string): readonly DumpFile[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new OperatorError(`there is no ${path}`);
  const paths = found.isDirectory()
    ? readdirSync(path)
        .sort()
        .map((name) => join(path, name))
    : [path];
  const files = paths
    .map((file) => ({ file, definition: definitionOf(file) }))
    .filter(({ file, definition }) => CSV.test(file) || SQL.test(file) || definition || !found.isDirectory())
    .map(({ file, definition }) => ({
      path: file,
      // The table name is part of the file name: `public.Tickets.csv`, `Tickets_202401.csv`.
      table: CSV.test(file) ? tableOf(file) : null,
      definition,
      bytes: statSync(file).size,
    }));
  if (files.length > 0) return files;
  throw new OperatorError(
    existsSync(join(path, "toc.dat"))
      ? `${path} is a dump in PostgreSQL's directory format; make SQL of it: pg_restore -f dump.sql ${path}`
      : `${path} holds no .sql and no .csv file`,
  );
}

function definitionOf(file: string): string | null {
  const beside = file.replace(TAB, ".sql");
  return TAB.test(file) && existsSync(beside) ? beside : null;
}

const tableOf = (path: string): string =>
  (path.split(/[\\/]/).at(-1) ?? "")
    .replace(CSV, "")
    .replace(/^public\./i, "")
    .replace(/[_-]\d+$/, "");

/** The rows of all files, in order. */
export async function* readDump(
  files: readonly DumpFile[],
  onBytes: (bytes: number) => void,
): AsyncGenerator<DumpRow> {
  for (const { path, table, definition } of files)
    if (definition !== null) yield* readTab(path, definition, onBytes);
    else yield* table === null ? readSql(path, onBytes) : readCsv(path, table, onBytes);
}

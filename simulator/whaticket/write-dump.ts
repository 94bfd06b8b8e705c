import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Cell, Table } from "./table.ts";

/**
 * The dump format and its program: `pg_dump`, `pg_dump --inserts --rows-per-insert`, `mariadb-dump`, `\copy … csv
 * header`.
 */
export type DumpForm = "pg-copy" | "pg-insert" | "mysql" | "csv";

const two = (value: number) => String(value).padStart(2, "0");
/** A local time at `-03:00`, the zone of these dumps. */
const onTheWall = (at: Date, withZone: boolean): string => {
  const local = new Date(at.getTime() - 3 * 3_600_000);
  const day = `${local.getUTCFullYear()}-${two(local.getUTCMonth() + 1)}-${two(local.getUTCDate())}`;
  const time = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())}`;
  const ms = local.getUTCMilliseconds();
  return `${day} ${time}${ms > 0 && withZone ? `.${String(ms).padStart(3, "0")}` : ""}${withZone ? "-03" : ""}`;
};

const plain = (cell: Exclude<Cell, null>, form: DumpForm): string => {
  if (cell instanceof Date) return onTheWall(cell, form !== "mysql");
  if (typeof cell === "boolean") return form === "mysql" ? (cell ? "1" : "0") : cell ? "t" : "f";
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
};

const COPY: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
export const copyCell = (cell: Cell): string =>
  cell === null ? "\\N" : plain(cell, "pg-copy").replace(/[\\\n\r\t]/g, (found) => COPY[found] ?? found);

const MYSQL: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "'": "\\'",
  '"': '\\"',
  "\n": "\\n",
  "\r": "\\r",
  "\0": "\\0",
  "\x1a": "\\Z",
};
export function sqlCell(cell: Cell, form: "pg-insert" | "mysql"): string {
  if (cell === null) return "NULL";
  if (typeof cell === "number") return String(cell);
  if (typeof cell === "boolean") return form === "mysql" ? (cell ? "1" : "0") : String(cell);
  const text = plain(cell, form);
  return form === "mysql"
    ? // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what mysqldump escapes
      `'${text.replace(/[\\'"\n\r\0\x1a]/g, (found) => MYSQL[found] ?? found)}'`
    : `'${text.replaceAll("'", "''")}'`;
}

export const csvCell = (cell: Cell): string => {
  if (cell === null) return "";
  const text = plain(cell, "csv");
  return text === "" || /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const HEADERS: Readonly<Record<DumpForm, string>> = {
  "pg-copy": `--\n-- PostgreSQL database dump\n--\n\n\\restrict abc\nSET client_encoding = 'UTF8';
CREATE FUNCTION public.uuid() RETURNS text LANGUAGE sql AS $$ SELECT 'a;b' $$;\n\n`,
  "pg-insert":
    "--\n-- PostgreSQL database dump\n--\n\n\\restrict abc\nSET client_encoding = 'UTF8';\nSET standard_conforming_strings = on;\n\n",
  mysql:
    "/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19  Distrib 10.11.19-MariaDB\n/*!40101 SET NAMES utf8mb4 */;\n/*!40103 SET TIME_ZONE='+00:00' */;\n\n",
  csv: "",
};
const ROWS_PER_INSERT = 50;

function* piecesOf(table: Table, form: Exclude<DumpForm, "csv">): Generator<string> {
  const { name, columns, rows } = table;
  const quoted = columns.map((column) => (form === "mysql" ? `\`${column}\`` : `"${column}"`));
  if (form === "pg-copy") {
    yield `--\n-- Data for Name: ${name}; Type: TABLE DATA\n--\n\nCOPY public."${name}" (${quoted.join(", ")}) FROM stdin;\n`;
    for (const row of rows) yield `${row.map(copyCell).join("\t")}\n`;
    yield "\\.\n\n\n";
    return;
  }
  if (form === "mysql") {
    const lines = quoted.map((column) => `  ${column} text DEFAULT 'a;b',\n`).join("");
    yield `DROP TABLE IF EXISTS \`${name}\`;\nCREATE TABLE \`${name}\` (\n${lines}  PRIMARY KEY (\`id\`)\n) ENGINE=InnoDB;\n`;
    yield `LOCK TABLES \`${name}\` WRITE;\n`;
  }
  // Quotes identifiers where required; rows have the order of the columns.
  if (form === "pg-insert") {
    const lines = columns.map((column) => `    ${/[A-Z]/.test(column) ? `"${column}"` : column} text`);
    lines[1] += " DEFAULT 'a, b'::character varying(255)";
    yield `CREATE TABLE public."${name}" (\n${lines.join(",\n")}\n);\n\nALTER TABLE public."${name}" OWNER TO postgres;\n`;
  }
  const head =
    form === "mysql" ? `INSERT INTO \`${name}\` VALUES ` : `INSERT INTO public."${name}" VALUES\n\t`;
  let inside = 0;
  for (const row of rows) {
    yield `${inside === 0 ? head : ","}(${row.map((cell) => sqlCell(cell, form)).join(",")})`;
    inside += 1;
    if (inside === ROWS_PER_INSERT) {
      inside = 0;
      yield ";\n";
    }
  }
  if (inside > 0) yield ";\n";
  if (form === "mysql") yield "UNLOCK TABLES;\n";
}

async function write(path: string, pieces: Iterable<string>): Promise<void> {
  const file = createWriteStream(path);
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < 65_536) continue;
    if (!file.write(text)) await once(file, "drain");
    text = "";
  }
  file.end(text);
  await once(file, "finish");
}

function* sqlOf(tables: readonly Table[], form: Exclude<DumpForm, "csv">): Generator<string> {
  yield HEADERS[form];
  for (const table of tables) yield* piecesOf(table, form);
  yield form === "mysql"
    ? "-- Dump completed\n"
    : "--\n-- PostgreSQL database dump complete\n--\n\n\\unrestrict abc\n\n";
}

function* csvOf({ columns, rows }: Table): Generator<string> {
  yield `${columns.join(",")}\n`;
  for (const row of rows) yield `${row.map(csvCell).join(",")}\n`;
}

/** Writes the tables into `directory` as the dump program does; returns the argument for `import`. */
export async function writeDump(
  directory: string,
  form: DumpForm,
  tables: readonly Table[],
): Promise<string> {
  mkdirSync(directory, { recursive: true });
  if (form !== "csv") {
    const path = join(directory, `${form}.sql`);
    await write(path, sqlOf(tables, form));
    return path;
  }
  for (const table of tables) await write(join(directory, `${table.name}.csv`), csvOf(table));
  return directory;
}

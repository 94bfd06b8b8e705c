import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dumpFiles, readDump } from "#provider/importer/files.ts";

const directory = mkdtempSync(join(tmpdir(), "balcao-real-"));
afterAll(() => rmSync(directory, { recursive: true }));

/** Reads these files as a dump; returns each row by its columns. */
async function read(files: Readonly<Record<string, string | Uint8Array>>): Promise<object[]> {
  const folder = mkdtempSync(join(directory, "d"));
  const names = Object.keys(files);
  for (const name of names) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), files[name] ?? "");
  }
  const path = names.length === 1 ? join(folder, names[0] ?? "") : folder;
  const rows = await Array.fromAsync(readDump(dumpFiles(path), () => {}));
  return rows.map(({ table, columns, values }) => ({
    table,
    ...Object.fromEntries(columns.map((column, at) => [column, values[at]])),
  }));
}

const PG_TABLE = `--
-- PostgreSQL database dump
--

\\restrict L0Vt

SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;

CREATE TABLE public."Settings" (
    id integer NOT NULL,
    key character varying(255) DEFAULT 'a, (b) id text'::character varying,
    value numeric(10,2),
    "createdAt" timestamp with time zone NOT NULL,
    CONSTRAINT settings_check CHECK ((id > 0))
);


ALTER TABLE public."Settings" OWNER TO postgres;

`;
const PG_END = "\n--\n-- PostgreSQL database dump complete\n--\n\n\\unrestrict L0Vt\n\n";
const PG_ROW = `INSERT INTO public."Settings" VALUES (1, 'call; (x)', DEFAULT, '2026-08-22 15:00:00+00');\n${PG_END}`;
const SETTING = { table: "Settings", id: "1", key: "call; (x)", createdAt: "2026-08-22 15:00:00+00" };

describe("pg_dump --inserts", () => {
  test("pg_dump --inserts: unquoted names and rows in table order are read", async () => {
    expect(await read({ "a.sql": PG_TABLE + PG_ROW })).toEqual([{ ...SETTING, value: null }]);
  });

  test("a data-only dump is rejected with the line and advice", async () => {
    await expect(read({ "a.sql": `-- PostgreSQL database dump\n\n${PG_ROW}` })).rejects.toThrow(
      /^a\.sql, line 3: the dump does not name the columns of Settings; .*--column-inserts/,
    );
  });

  test("a dump is read in the encoding that it names; an unknown encoding is rejected", async () => {
    const latin = PG_TABLE.replace("UTF8", "LATIN1") + PG_ROW.replace("call", "ação");
    expect(await read({ "a.sql": Buffer.from(latin, "latin1") })).toMatchObject([{ key: "ação; (x)" }]);
    await expect(read({ "a.sql": PG_TABLE.replace("UTF8", "EUC_JP") })).rejects.toThrow(/EUC_JP.*-E UTF8/);
  });

  test("a dump without its end marker is rejected", async () => {
    await expect(read({ "a.sql": PG_TABLE + PG_ROW.replace(" complete", "") })).rejects.toThrow(
      /^a\.sql, line \d+: the last line of a dump is missing/,
    );
  });

  test("a UTF-16 dump of a Windows shell is read", async () => {
    const text = Buffer.from(`\ufeff${PG_TABLE}${PG_ROW.replace("call", "ação 👍")}`, "utf16le");
    expect(await read({ "a.sql": text })).toMatchObject([{ key: "ação 👍; (x)" }]);
  });
});

test("a dump of a whole server with two installations is rejected", async () => {
  const copy = `COPY public."Tags" (id, name) FROM stdin;\n1\tVIP\n\\.\n`;
  await expect(read({ "a.sql": `\\connect um\n\n${copy}\\connect dois\n\n${copy}` })).rejects.toThrow(
    "a.sql, line 8: there is a table Tags in um.public and in dois.public; dump one of them alone",
  );
  const mysql = "INSERT INTO `Tags` (`id`) VALUES (1);\n";
  await expect(read({ "a.sql": `USE \`um\`;\n${mysql}USE \`dois\`;\n${mysql}` })).rejects.toThrow(
    "um and in dois",
  );
  // Another database without these tables is ignored.
  expect(await read({ "a.sql": `\\connect template1\n\nSELECT 1;\n\\connect um\n\n${copy}` })).toHaveLength(
    1,
  );
});

describe("mariadb-dump", () => {
  const end = "-- Dump completed on 2026-11-22 20:14:50\n";
  const head =
    "/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19  Distrib 10.11.19-MariaDB\n--\n";
  const table = (quote: string) =>
    `CREATE TABLE ${quote}Tags${quote} (\n  ${quote}id${quote} int(11) NOT NULL,\n  ${quote}name${quote} varchar(255) DEFAULT 'it\\'s, (a) \\\\',\n  PRIMARY KEY (${quote}id${quote}),\n  KEY ${quote}k${quote} (${quote}name${quote}(10))\n);\n`;

  test.each(["`", '"', ""])(
    "a text escaped by mariadb-dump with backslashes is read, whichever character quotes the names: %s",
    async (quote) => {
      const rows = `INSERT INTO ${quote}Tags${quote} VALUES\n(1,'it\\'s \\"a\\"\\\\'),\n(2,NULL);\n`;
      expect(await read({ "a.sql": head + table(quote) + rows + end })).toEqual([
        { table: "Tags", id: "1", name: 'it\'s "a"\\' },
        { table: "Tags", id: "2", name: null },
      ]);
    },
  );

  test("mariadb-dump --tab is read from its two files per table", async () => {
    const rows = "1\tum\\\tdois\\\ntrês\r\\\nfim \\\\\n2\t\\N\n3\t\\\\N\\0\n";
    expect(await read({ "Tags.sql": head + table("`") + end, "Tags.txt": rows })).toEqual([
      { table: "Tags", id: "1", name: "um\tdois\ntrês\r\nfim \\" },
      { table: "Tags", id: "2", name: null },
      { table: "Tags", id: "3", name: "\\N\0" },
    ]);
    await expect(read({ "Tags.sql": head + table("`") + end, "Tags.txt": "1\tum\n2\tdo" })).rejects.toThrow(
      "Tags.txt, line 2: the file ends in the middle of a row of Tags",
    );
  });
});

describe("CSV file", () => {
  test("a CSV of psql has empty NULLs, so that \\N and NULL are texts", async () => {
    expect(await read({ "Tags.csv": 'id,name,color\n1,\\N,\n2,NULL,""\n' })).toEqual([
      { table: "Tags", id: "1", name: "\\N", color: null },
      { table: "Tags", id: "2", name: "NULL", color: "" },
    ]);
  });

  test("the texts \\N and NULL that other tools write into a CSV are read as null", async () => {
    expect(await read({ "Tags.csv": '"id";"name";"color"\n"1";\\N;NULL\n' })).toEqual([
      { table: "Tags", id: "1", name: null, color: null },
    ]);
  });

  test("a CSV without headings, or with ambiguous quotes, is rejected with its line", async () => {
    await expect(read({ "Tags.csv": "1,VIP,#FFF\n" })).rejects.toThrow(
      "Tags.csv, line 1: the first line of Tags must name its columns",
    );
    await expect(read({ "Tags.csv": 'id,name\n1,"a\nb"\n2,"it\\"s"\n' })).rejects.toThrow(
      /^Tags\.csv, line 4: a row of Tags cannot be read/,
    );
  });
});

test.each([
  ["dump.backup", Buffer.from("PGDMP\x01\x0e"), "pg_restore -f dump.sql dump.backup"],
  ["dump.tar", Buffer.from("toc.dat\0\0\0"), "pg_restore -f dump.sql dump.tar"],
  ["dump.zip", Buffer.from("PK\x03\x04"), "unzip dump.zip"],
  ["dump.sql.bz2", Buffer.from("BZh91AY"), "bunzip2 dump.sql.bz2"],
  ["dump.sql.xz", Buffer.from("\xfd7zXZ\0", "latin1"), "unxz dump.sql.xz"],
  ["dump.xml", Buffer.from('<?xml version="1.0"?>'), "without --xml"],
])("%s is refused with what to do", async (name, bytes, todo) => {
  await expect(read({ [name]: bytes })).rejects.toThrow(todo);
});

test("a compressed dump is detected by its bytes, and a truncated one is reported", async () => {
  const packed = Bun.gzipSync(Buffer.from(PG_TABLE + PG_ROW));
  expect(await read({ "dump.backup": packed })).toHaveLength(1);
  await expect(read({ "dump.sql.gz": packed.subarray(0, packed.length - 20) })).rejects.toThrow(
    "dump.sql.gz is damaged or cut off",
  );
});

test("a dump in PostgreSQL's directory format is rejected with advice", async () => {
  await expect(read({ "toc.dat": "PGDMP", "3400.dat.gz": "" })).rejects.toThrow("pg_restore -f dump.sql");
});

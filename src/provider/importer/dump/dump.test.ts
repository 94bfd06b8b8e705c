import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { readRecord } from "#platform/csv-record.ts";
import { copyCell, csvCell, sqlCell } from "#simulator/whaticket/write-dump.ts";
import { readCopyLine, readTuple } from "./literal.ts";
import { readCsv } from "./read-csv.ts";
import { type DumpRow, readSql } from "./read-sql.ts";
import { instantOf } from "./values.ts";

const directory = mkdtempSync(join(tmpdir(), "balcao-dump-"));
afterAll(() => rmSync(directory, { recursive: true }));

async function rowsOf(text: string | Uint8Array, name = "a.sql"): Promise<DumpRow[]> {
  const path = join(directory, name);
  writeFileSync(path, text);
  const reader = name.includes(".csv") ? readCsv(path, "T", () => {}) : readSql(path, () => {});
  return Array.fromAsync(reader);
}

const cell = fc.option(
  fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({
      unit: fc.constantFrom("'", '"', "\\", "\n", "\r", "\t", ",", ";", "(", ")", "N", ".", "a", "ç", "👍"),
    }),
  ),
  { nil: null },
);
const row = fc.array(cell, { minLength: 1, maxLength: 6 });
const noNull = (values: readonly (string | null)[]) =>
  values.map((value) => value?.replaceAll("\0", "") ?? null);

describe("texts of a dump", () => {
  test("any text in a COPY block is read unchanged", () =>
    fc.assert(
      fc.property(row, (values) => expect(readCopyLine(values.map(copyCell).join("\t"))).toEqual(values)),
    ));

  test.each(["pg-insert", "mysql"] as const)("any text in an INSERT of %s is read unchanged", (form) =>
    fc.assert(
      fc.property(row.map(noNull), (values) => {
        const text = `(${values.map((value) => sqlCell(value, form)).join(",")});`;
        expect(readTuple(text, 0, form === "mysql" ? "mysql" : "postgres")?.values).toEqual(values);
        // Also with very short chunks: the parser reads more and invents no data.
        for (const length of [1, text.length >> 1, text.length - 2])
          expect(
            readTuple(text.slice(0, length), 0, form === "mysql" ? "mysql" : "postgres"),
          ).toBeUndefined();
      }),
    ),
  );

  test("any text in a CSV file is read unchanged", () =>
    fc.assert(
      fc.property(row, (values) => {
        const text = `${values.map(csvCell).join(",")}\n`;
        expect(
          readRecord(text, 0, { separator: ",", plain: (cell) => (cell === "" ? null : cell) })?.values,
        ).toEqual(values);
      }),
    ));
});

describe("SQL dump", () => {
  test("an SQL dump gives the rows of known tables and skips everything else", async () => {
    const rows = await rowsOf(`-- PostgreSQL database dump; 'not a text
\\restrict x
/* INSERT INTO "No" VALUES (1); */
SET search_path = '';
CREATE FUNCTION f() RETURNS void AS $body$ INSERT INTO "No" VALUES (1); $body$ LANGUAGE sql;
COPY public."Tags" (id, "name") FROM stdin;
1\tcaf\\303\\251 \\\\. \\t
2\t\\N
\\.
INSERT INTO public."Queues" (id, name, schedules) VALUES (1, E'a\\nb', '[{"a": "it''s"}]'::jsonb), (2, 'x\\y', NULL) ON CONFLICT DO NOTHING;
SELECT pg_catalog.setval('public."Tags_id_seq"', 3, true);
INSERT INTO "Users" ("id") VALUES (-1.5);`);
    expect(rows.map(({ table, values }) => [table, values])).toEqual([
      ["Tags", ["1", "café \\. \t"]],
      ["Tags", ["2", null]],
      ["Queues", ["1", "a\nb", '[{"a": "it\'s"}]']],
      ["Queues", ["2", "x\\y", null]],
      ["Users", ["-1.5"]],
    ]);
    expect(rows[0]?.columns).toEqual(["id", "name"]);
  });

  test("a MySQL dump takes columns from the table and the encoding from its charset", async () => {
    const rows = await rowsOf(
      Buffer.from(
        "-- MySQL dump 10.13\n/*!40101 SET NAMES latin1 */;\n" +
          "CREATE TABLE `tags` (\n  `id` int,\n  `name` varchar(255) COMMENT 'a;`b`',\n  PRIMARY KEY (`id`)\n);\n" +
          "INSERT INTO `tags` VALUES (1,'a\\'b\\\\'),(2,'ação');\n-- Dump completed\n",
        "latin1",
      ),
    );
    expect(rows.map(({ table, columns, values }) => [table, columns, values])).toEqual([
      ["tags", ["id", "name"], ["1", "a'b\\"]],
      ["tags", ["id", "name"], ["2", "ação"]],
    ]);
  });

  test("a compressed dump larger than one piece is read", async () => {
    const body = Array.from({ length: 30_000 }, (_, at) => `(${at},'${"é".repeat(40)};''(')`).join(",");
    const text = `INSERT INTO "Tags" ("id", "name") VALUES ${body};\nINSERT INTO "End" (id) VALUES (1);`;
    const rows = await rowsOf(Bun.gzipSync(Buffer.from(text)), "b.sql.gz");
    expect([rows.length, rows[29_999]?.values, rows.at(-1)?.table]).toEqual([
      30_001,
      ["29999", `${"é".repeat(40)};'(`],
      "End",
    ]);
  });

  test("a truncated dump names the table", async () => {
    await expect(rowsOf('COPY public."Tags" (id) FROM stdin;\n1\n')).rejects.toThrow("in the middle of Tags");
    await expect(rowsOf('INSERT INTO "Tags" (id) VALUES (1), (2, \'a')).rejects.toThrow(
      "in the middle of Tags",
    );
  });
});

test("a CSV file may have other separators, a byte order mark, and no line end after the last row", async () => {
  const rows = await rowsOf('\ufeffid;name;"companyId"\r\n1;"a;""b""\nc";\r\n\r\n2;x;7', "c.csv");
  expect(rows.map(({ values }) => values)).toEqual([
    ["1", 'a;"b"\nc', null],
    ["2", "x", "7"],
  ]);
  expect(rows[0]?.columns).toEqual(["id", "name", "companyId"]);
});

test("a time in a dump is read in its own zone, else in the given one", () => {
  const noon = Date.UTC(2024, 4, 2, 15);
  for (const [text, zone] of [
    ["2024-05-02 12:00:00-03", "UTC"],
    ["2024-05-02 15:00:00.000+00", "America/Sao_Paulo"],
    ["2024-05-02T15:00:00.000Z", "-03:00"],
    ["2024-05-02 12:00:00", "America/Sao_Paulo"],
    ["2024-05-02 12:00:00", "-03:00"],
    ["2024-05-02 15:00", "+00"],
  ] as const)
    expect([text, instantOf(text, zone)]).toEqual([text, noon]);
  expect(instantOf("2024-05-02 12:00:00.345-03", "UTC")).toBe(noon + 345);
  // Brazil had daylight saving time until 2019: a zone includes it, an offset does not.
  expect(instantOf("2019-01-02 12:00:00", "America/Sao_Paulo")).toBe(Date.UTC(2019, 0, 2, 14));
  expect(instantOf("never", "UTC")).toBeUndefined();
});

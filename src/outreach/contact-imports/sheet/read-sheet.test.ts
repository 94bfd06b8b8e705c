import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeZip } from "client-zip";
import { bomb, workbook } from "#outreach/contact-imports/testing.ts";
import { readSheet } from "./read-sheet.ts";
import { readSheetInSubprocess } from "./sheet-process.ts";

/** Free disk space, bytes. */
const PLENTY = 2 ** 40;
/** A write to this device fails with ENOSPC, as on a full disk. */
const FULL = "/dev/full";
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "balcao-sheet-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

const output = () => join(directory, "rows.jsonl");
async function lay(content: string | Uint8Array): Promise<string> {
  const path = join(directory, "input");
  await Bun.write(path, content);
  return path;
}
async function rowsOf(content: string | Uint8Array): Promise<unknown[]> {
  const answer = await readSheet(await lay(content), output(), PLENTY);
  if ("refused" in answer) return [answer.refused];
  const text = await Bun.file(output()).text();
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).slice(1));
}
const utf16 = (text: string, bigEndian: boolean): Uint8Array => {
  const buffer = Buffer.from(text, "utf16le");
  return bigEndian ? buffer.swap16() : buffer;
};

describe("a CSV file", () => {
  const table = [
    ["Nome", "Número"],
    ["João Conceição", "5511987654321"],
  ];
  const csv = "Nome;Número\r\nJoão Conceição;5511987654321\r\n";

  test("a CSV file is read in any common encoding", async () => {
    expect(await rowsOf(csv)).toEqual(table);
    expect(await rowsOf(`\ufeff${csv}`)).toEqual(table);
    expect(await rowsOf(Buffer.from(csv, "latin1"))).toEqual(table);
    for (const isBig of [false, true]) {
      expect(await rowsOf(utf16(`\ufeff${csv}`, isBig))).toEqual(table);
      expect(await rowsOf(utf16(csv, isBig))).toEqual(table);
    }
  });

  test("the separator of a CSV file is detected", async () => {
    for (const separator of [",", ";", "\t", "|"])
      expect(await rowsOf(csv.replaceAll(";", separator))).toEqual(table);
    expect(await rowsOf(`sep=;\n${csv}`)).toEqual(table);
  });

  test("CSV cells may contain quotes, separators and line ends", async () => {
    expect(await rowsOf('nome,numero\n"Silva, ""Zé""\nda",5511\n"a"b,2\n,')).toEqual([
      ["nome", "numero"],
      ['Silva, "Zé"\nda', "5511"],
      ["ab", "2"],
    ]);
    expect(await rowsOf('nome,numero\n"never closed')).toEqual([["nome", "numero"], ["never closed"]]);
  });

  test("empty lines are skipped and columns beyond the limit are cut", async () => {
    expect(await rowsOf("\n\n a ; b \n;;\n1;2;;\n")).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
    const [wide] = (await rowsOf(`${Array.from({ length: 16_000 }, () => "x").join(";")}\n`)) as [string[]];
    expect(wide).toHaveLength(60);
  });

  test("a file of 50,000 rows is accepted, one more row is rejected", async () => {
    const lines = (many: number) => `numero\n${"5511987654321\n".repeat(many)}`;
    expect(await readSheet(await lay(lines(50_000)), output(), PLENTY)).toMatchObject({ rows: 50_000 });
    expect(await readSheet(await lay(lines(50_001)), output(), PLENTY)).toEqual({ refused: "rows" });
  });
});

describe("a workbook", () => {
  for (const type of ["xlsx", "xls"] as const)
    test(`a workbook (${type}) is read as texts, whole numbers in full and dates in Brazilian format`, async () => {
      const rows = [
        ["Nome", "Telefone", "Desde", "Valor", "__proto__"],
        ["Ana", 5_511_987_654_321, new Date(Date.UTC(2024, 2, 5, 12)), 12.5, "x"],
        ["", null, null, null],
        ["Bia", "+55 11 98765-4322"],
      ];
      expect(await rowsOf(workbook(rows, type))).toEqual([
        ["Nome", "Telefone", "Desde", "Valor", "__proto__"],
        ["Ana", "5511987654321", "05/03/2024", "12.5", "x"],
        ["Bia", "+55 11 98765-4322"],
      ]);
    });

  test("a workbook of 200,000 rows is rejected without reading it to the end", async () => {
    const rows = Array.from({ length: 200_001 }, (_, index) => [index]);
    expect(await readSheet(await lay(workbook(rows)), output(), PLENTY)).toEqual({ refused: "rows" });
  }, 60_000);
});

describe("a file that is not a spreadsheet", () => {
  test("other file types are rejected by their bytes, with any file name", async () => {
    const zip = async (names: readonly string[]) =>
      new Response(makeZip(names.map((name) => ({ name, input: "x", lastModified: new Date(0) })))).bytes();
    const things: (string | Uint8Array)[] = [
      "",
      "   \n",
      "%PDF-1.7\n",
      "<html><table></table></html>",
      '<?xml version="1.0"?>',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0, 0, 0, 0]),
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]),
      new Uint8Array([0x50, 0x4b, 3, 4]),
      "a\u0001b;c",
      await zip(["a.txt"]),
      await zip(["xl/workbook.bin"]),
      workbook([["a"]]).slice(0, 500),
    ];
    for (const thing of things)
      expect(await readSheet(await lay(thing), output(), PLENTY)).toEqual({ refused: "type" });
  });

  test("a decompression bomb is rejected before it is unpacked", async () => {
    const honest = bomb(40 * 1024 * 1024, 4);
    const lying = bomb(40 * 1024 * 1024, 1, 1000);
    for (const file of [honest, lying])
      expect(await readSheet(await lay(file), output(), PLENTY)).toEqual({ refused: "size" });
  });
});

describe("a full disk", () => {
  const people = `nome;numero\n${"Ana;5511987654321\n".repeat(20_000)}`;

  test("a full disk is reported as such, not as an invalid file", async () => {
    for (const content of [people, "nome;numero\nAna;5511", workbook([["numero"], ["5511"]])]) {
      expect(await readSheet(await lay(content), FULL, PLENTY)).toEqual({ refused: "full" });
      expect(await readSheetInSubprocess(await lay(content), FULL, PLENTY)).toEqual({ refused: "full" });
    }
  });

  test("rows beyond the free disk space are not written", async () => {
    const path = await lay(people);
    expect(await readSheetInSubprocess(path, output(), 100_000)).toEqual({ refused: "full" });
    expect(statSync(output()).size).toBeLessThanOrEqual(100_000);
    expect(await readSheetInSubprocess(path, output(), PLENTY)).toMatchObject({ rows: 20_000 });
  });

  test("one text in very many cells does not fill the disk", async () => {
    const row = Array<string>(4).fill("x".repeat(2000));
    const file = workbook([["a", "b", "c", "d"], ...Array<string[]>(20_000).fill(row)]);
    expect(file.length).toBeLessThan(2 ** 20);
    expect(await readSheet(await lay(file), output(), PLENTY)).toEqual({ refused: "size" });
    expect(statSync(output()).size).toBeLessThanOrEqual(120 * 2 ** 20);
  }, 60_000);
});

describe("the subprocess that reads sheets", () => {
  test("the subprocess reads a sheet", async () => {
    expect(await readSheetInSubprocess(await lay("nome;numero\nAna;5511"), output(), PLENTY)).toEqual({
      columns: ["nome", "numero"],
      rows: 1,
      first: [["Ana", "5511"]],
    });
  });

  test("a subprocess that takes too much memory or time is killed, and the next file is read", async () => {
    const path = await lay(workbook([["numero"], ["5511"]]));
    expect(
      await readSheetInSubprocess(path, output(), PLENTY, { bytes: 1024, ms: PLENTY / 2 ** 20 }),
    ).toEqual({
      refused: "size",
    });
    expect(await readSheetInSubprocess(path, output(), PLENTY, { bytes: PLENTY, ms: 1 })).toEqual({
      refused: "size",
    });
    expect(await readSheetInSubprocess(path, output(), PLENTY)).toMatchObject({ rows: 1 });
  });

  test("a missing file is rejected as no spreadsheet", async () => {
    expect(await readSheetInSubprocess(join(directory, "nothing"), output(), PLENTY)).toEqual({
      refused: "type",
    });
  });
});

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const repository = join(import.meta.dir, "..");
const WRITER = "src/platform/csv.ts";
const COMMENTS = /\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm;
/** Cells joined into a line that ends with CR LF, as only a writer of CSV does. */
const WRITES = /\.join\("[;,]"\)[^\n]*\\r\\n/;

test("only src/platform/csv.ts writes CSV lines", () => {
  const writers: string[] = [];
  const exporters: string[] = [];
  for (const path of new Bun.Glob("{src,web}/**/*.{ts,tsx}").scanSync(repository)) {
    if (/\.test\.tsx?$|testing/.test(path)) continue;
    const code = readFileSync(join(repository, path), "utf8").replace(COMMENTS, "");
    if (WRITES.test(code)) writers.push(path);
    if (/"text\/csv; ?charset=utf-8"/.test(code) && !code.includes("csvLine")) exporters.push(path);
  }
  expect(writers).toEqual([WRITER]);
  // These files forward a CSV without writing a line of it.
  expect(exporters).toEqual(["src/inbox/reports/files/download-file.ts"]);
});

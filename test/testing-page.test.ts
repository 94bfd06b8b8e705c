import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const page = (name: string) => readFileSync(join(root, "docs", name), "utf8");
const filesIn = (text: string): readonly string[] =>
  text.match(/\b(?:src|web|test|bench)\/[\w./-]+\.tsx?/g) ?? [];

test("docs/testing.md and docs/quality.md name only files that exist", () => {
  const named = [...filesIn(page("testing.md")), ...filesIn(page("quality.md"))];
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("every quality figure and every attack in docs/testing.md names its test", () => {
  const lines = page("testing.md").split("\n");
  const first = (start: string) => lines.find((line) => line.startsWith(`| ${start} |`)) ?? "";
  const numbers = [...Array(20).keys()]
    .map((n) => `R${n + 1}`)
    .concat([...Array(32).keys()].map((n) => `${n + 1}`));
  expect(numbers.filter((number) => filesIn(first(number)).length === 0)).toEqual([]);
});

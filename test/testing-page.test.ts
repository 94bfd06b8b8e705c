import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const page = (name: string) => readFileSync(join(root, "docs", name), "utf8");
const filesIn = (text: string): readonly string[] =>
  text.match(/\b(?:clients|src|web|test|bench)\/[\w./-]+\.tsx?/g) ?? [];

test("the pages about tests, figures, late messages and new features name only files that exist", () => {
  const pages = ["testing.md", "quality.md", "late-messages.md", "add-a-feature.md"];
  for (const name of pages) expect(filesIn(page(name)).length).toBeGreaterThan(3);
  const named = pages.flatMap((name) => filesIn(page(name)));
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("every log line that docs/late-messages.md quotes is in the code", () => {
  const quoted = [...page("late-messages.md").matchAll(/`([a-z]+(?: [a-z;]+){1,})`/g)].map(
    ([, line]) => line ?? "",
  );
  expect(quoted.length).toBeGreaterThan(8);
  const sources = [...new Bun.Glob("src/**/*.ts").scanSync(root)].filter(
    (path) => !path.endsWith(".test.ts"),
  );
  const code = sources.map((path) => readFileSync(join(root, path), "utf8")).join();
  expect(quoted.filter((line) => !code.includes(`"${line}`))).toEqual([]);
});

test("every quality figure and every attack in docs/testing.md names its test", () => {
  const lines = page("testing.md").split("\n");
  const first = (start: string) => lines.find((line) => line.startsWith(`| ${start} |`)) ?? "";
  const numbers = [...Array(20).keys()]
    .map((n) => `R${n + 1}`)
    .concat([...Array(32).keys()].map((n) => `${n + 1}`));
  expect(numbers.filter((number) => filesIn(first(number)).length === 0)).toEqual([]);
});

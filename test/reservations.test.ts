import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const programs = [...new Bun.Glob("{src,simulator}/**/*.ts").scanSync(root)].filter(
  (path) => !/\.test\.ts$|testing\.ts$/.test(path),
);
const filesWith = (pattern: RegExp): readonly string[] =>
  programs.filter((path) => pattern.test(readFileSync(join(root, path), "utf8"))).sort();

test("no program uses the reservation of tests, which asks no directory", () => {
  expect(filesWith(/reservedForTests/)).toEqual(["src/tenants/reserve.ts"]);
});

test("values are claimed and released in one place, which runs the claims of one value one after the other", () => {
  expect(filesWith(/\bdirectory\.(reserve|release)\(/)).toEqual(["src/tenants/reserve.ts"]);
});

import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NotADemoDirectory, takeDemoDirectory } from "./directory.ts";

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "balcao-demo-"));
});
afterEach(() => rmSync(parent, { recursive: true }));

test("a new demo directory is filled once, and again after --fresh", () => {
  const directory = join(parent, "demo-data");
  expect(takeDemoDirectory(directory, false)).toBe(true);
  writeFileSync(join(directory, "system.sqlite"), "sample");
  expect(takeDemoDirectory(directory, false)).toBe(false);
  expect(existsSync(join(directory, "system.sqlite"))).toBe(true);
  expect(takeDemoDirectory(directory, true)).toBe(true);
  expect(existsSync(join(directory, "system.sqlite"))).toBe(false);
});

test("a directory with other data is refused with and without --fresh and stays unchanged", () => {
  const directory = join(parent, "data");
  mkdirSync(directory);
  writeFileSync(join(directory, "system.sqlite"), "real customers");
  expect(() => takeDemoDirectory(directory, false)).toThrow(NotADemoDirectory);
  expect(() => takeDemoDirectory(directory, true)).toThrow(NotADemoDirectory);
  expect(existsSync(join(directory, "system.sqlite"))).toBe(true);
});

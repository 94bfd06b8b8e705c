import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { directoryProblems } from "./data-directory.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "balcao-directory-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("data directory", () => {
  test("a private, empty or missing directory is accepted", () => {
    expect(directoryProblems(directory)).toEqual([]);
    expect(directoryProblems(join(directory, "missing"))).toEqual([]);
  });

  test.each([0o755, 0o701, 0o777, 0o704])("a directory open to others (mode %o) is rejected", (mode) => {
    chmodSync(directory, mode);
    expect(directoryProblems(directory)).toEqual([expect.stringContaining(`chmod 700 ${directory}`)]);
  });

  test("a directory whose key others can read is rejected", () => {
    const key = join(directory, "secret.key");
    writeFileSync(key, "k", { mode: 0o640 });
    expect(directoryProblems(directory)).toEqual([expect.stringContaining("chmod 600")]);
    chmodSync(key, 0o600);
    expect(directoryProblems(directory)).toEqual([]);
  });

  test("a directory with a symbolic link at any depth is rejected", () => {
    const deep = join(directory, "companies/1/sessions/3");
    mkdirSync(deep, { recursive: true });
    symlinkSync("/etc/passwd", join(deep, "session.sqlite"));
    symlinkSync("/", join(directory, "companies/2"));
    mkdirSync(join(directory, "companies/1/media"));
    symlinkSync("/", join(directory, "companies/1/media/2026-11"));
    const problems = directoryProblems(directory);
    expect(problems).toHaveLength(3);
    expect(problems.join()).toContain("session.sqlite is a symbolic link");
  });

  test("a file in place of the directory is rejected", () => {
    const file = join(directory, "file");
    writeFileSync(file, "");
    expect(directoryProblems(file)).toEqual([expect.stringContaining("not a directory")]);
  });
});

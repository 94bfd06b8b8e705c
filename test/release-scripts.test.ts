import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { sectionOf } from "#scripts/changelog-section.ts";
import { problemsOf } from "#scripts/commit-messages.ts";

describe("commit subjects", () => {
  test("an imperative of at most 72 characters is accepted", () => {
    expect(problemsOf("Reject revoked API keys during uploads")).toEqual([]);
    expect(problemsOf('Revert "add something."')).toEqual([]);
  });

  test.each([
    ["What a refused bucket is told to check has a name of its own"],
    ["Added a test"],
    ["reject revoked keys"],
    ["Reject revoked keys."],
    [`Reject ${"x".repeat(72)}`],
  ])("%p is refused with one reason", (subject) => {
    expect(problemsOf(subject)).toHaveLength(1);
  });
});

describe("sections of the changelog", () => {
  const changelog =
    "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n### Fixed\n- A\n\n## [0.1.0]\n- B\n";

  test("the section of a version is its text without the heading", () => {
    expect(sectionOf(changelog, "0.2.0")).toBe("### Fixed\n- A");
    expect(sectionOf(changelog, "0.1.0")).toBe("- B");
  });

  test("a version that is not in the changelog has no section", () => {
    expect(sectionOf(changelog, "9.9.9")).toBeUndefined();
  });

  test("no line of CHANGELOG.md is longer than 120 characters", () => {
    const lines = readFileSync("CHANGELOG.md", "utf8").split("\n");
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  });
});

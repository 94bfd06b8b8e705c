import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readRules, writtenFiles } from "#test/helpers/source/rules.ts";

const root = join(import.meta.dir, "..");
const { anchors, citations } = readRules();

describe("rules of the product", () => {
  test("every cited rule exists", () => {
    expect(citations.length).toBeGreaterThan(500);
    const broken = citations.filter(
      ({ page, anchor }) => !anchors.has(page) || (anchor !== "" && !anchors.get(page)?.has(anchor)),
    );
    expect(broken).toEqual([]);
  });

  test("every page is in the index", () => {
    const index = readFileSync(join(root, "docs/rules/README.md"), "utf8");
    const pages = [...anchors.keys()].filter((page) => page !== "README.md");
    expect(pages.filter((page) => !index.includes(`(${page})`))).toEqual([]);
  });

  test("no file cites a document that is not in the repository", () => {
    const outside = /\bbehaviou?r (?:section )?\d|\bspecification 00\d/i;
    const citing = writtenFiles()
      .filter((file) => file !== "test/rules.test.ts")
      .filter((file) => outside.test(readFileSync(join(root, file), "utf8")));
    expect(citing).toEqual([]);
  });
});

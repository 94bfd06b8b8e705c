import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const web = join(import.meta.dir, "../..");

/** The shared field, or another library's search inside the shared box. */
const SHARED = [/^<TextField\b/, /^<SearchBox\b/];
const IN_BOX = String.raw`(?:<SearchBox\b[^>]*>\s*)?`;
const SEARCHES = [
  new RegExp(String.raw`${IN_BOX}<[\w.]+\b(?:(?!/?>)[^])*?type="search"`, "g"),
  new RegExp(String.raw`${IN_BOX}<(?:\w+\.Search|\w*SearchField)\b`, "g"),
];

test("every search field is the shared TextField, or has its box", () => {
  const others: string[] = [];
  let shared = 0;
  for (const file of new Glob("**/*.tsx").scanSync(web)) {
    if (/\.test\.tsx$|^ui\/field\//.test(file)) continue;
    const source = readFileSync(join(web, file), "utf8");
    for (const [element] of SEARCHES.flatMap((search) => [...source.matchAll(search)])) {
      const isShared =
        SHARED.some((form) => form.test(element)) && !source.includes("react-aria-components/TextField");
      if (isShared) shared += 1;
      else others.push(`${file}: ${element}`);
    }
  }
  expect(others).toEqual([]);
  expect(shared).toBeGreaterThan(9);
});

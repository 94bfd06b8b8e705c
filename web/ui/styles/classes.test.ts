import { expect, test } from "bun:test";
import { Glob } from "bun";

const ROOT = new URL("../..", import.meta.url).pathname;

/** The classes that a style sheet styles by themselves: `.name` alone as a selector. */
function classesOf(css: string): ReadonlySet<string> {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, "").matchAll(/(?:^|[{};])\s*([^{};@]+)\{/g);
  const selectors = [...rules].flatMap(([, list = ""]) => list.split(/,(?![^(]*\))/));
  return new Set(selectors.flatMap((one) => one.trim().match(/^\.([a-z][\w-]*)$/)?.[1] ?? []));
}

test("every rule is in a layer, because others would override the shared touch targets and reduced motion", async () => {
  const loose: string[] = [];
  for (const name of new Glob("**/*.css").scanSync(ROOT)) {
    const css = (await Bun.file(`${ROOT}${name}`).text()).replaceAll(/\/\*[\s\S]*?\*\//g, "").trim();
    if (!/^@(layer|import)/.test(css)) loose.push(name);
  }
  expect(loose).toEqual([]);
});

test("a class of a feature is styled in one style sheet only, because all loaded sheets apply to every page", async () => {
  const sheets = new Map<string, string[]>();
  for (const name of new Glob("**/*.css").scanSync(ROOT)) {
    if (name.startsWith("ui/")) continue;
    for (const one of classesOf(await Bun.file(`${ROOT}${name}`).text()))
      sheets.set(one, [...(sheets.get(one) ?? []), name]);
  }
  expect(sheets.size).toBeGreaterThan(500);
  expect([...sheets].filter(([, names]) => names.length > 1)).toEqual([]);
});

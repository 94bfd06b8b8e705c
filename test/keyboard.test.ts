import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { letterKeys } from "./helpers/source/letter-keys.ts";

const repository = join(import.meta.dir, "..");

/** The only folder whose code may react to printable keys. */
const POLICY = /^web\/lib\/keyboard\//;
/** Listeners of the whole page that react to no printable key, each with its reason. */
const LISTENERS: Readonly<Record<string, string>> = {
  "web/ui/overlay/tooltip-host.tsx": "Esc hides a tooltip",
  "web/inbox/quick-picker/picker.tsx": "arrows, Enter, Tab and Esc of the list beside the composer",
};

const sources = [...new Bun.Glob("web/**/*.{ts,tsx}").scanSync(repository)]
  .filter((path) => !/\.test\.tsx?$|test-/.test(path) && !POLICY.test(path))
  .map((path) => [path, readFileSync(join(repository, path), "utf8")] as const);

describe("keyboard shortcuts of the pages", () => {
  test("shortcuts are decided in one file; no other file reacts to a printable key", () => {
    const found = sources.flatMap(([path, source]) =>
      letterKeys(source)
        .filter((what) => !(path in LISTENERS && what === "listens to the whole page"))
        .map((what) => `${path}: ${what}`),
    );
    expect(found).toEqual([]);
  });

  test("every allowed page-wide key listener still exists", () => {
    const known = new Map(sources);
    for (const path of Object.keys(LISTENERS))
      expect([path, letterKeys(known.get(path) ?? "")]).toEqual([path, ["listens to the whole page"]]);
  });
});

describe("dialogs loaded on demand", () => {
  test("a dialog that is loaded on demand captures the keyboard as soon as it is opened", () => {
    const found = sources.flatMap(([path, source]) =>
      [...source.matchAll(/const (\w*(?:Dialog|Palette|Sheet|Confirm|Profile)) = lazy\(/g)].map(
        ([, name]) => `${path}: ${name}`,
      ),
    );
    expect(found).toEqual([]);
  });
});

describe("the check of key listeners", () => {
  test.each([
    ["a comparison", 'const press = (event: KeyboardEvent) => event.key === "e" && resolve(); onKeyDown;'],
    ["a switch", 'function onKeyDown({ key }) { switch (key) { case "r": reply(); } }'],
    ["an object of keys", "const onKeyDown = (event) => ({ j: next, k: previous })[event.key]?.();"],
    ["a list of keys", 'const onKeyDown = (event) => ["a", "t"].includes(event.key) && act();'],
    ["a pattern", "const onKeyDown = (event) => /^[a-z]$/.test(event.key) && act();"],
    ["a physical key", 'const onKeyDown = (event) => event.code === "KeyE" && act();'],
    ["a lower-case comparison", 'const onKeyDown = (event) => event.key.toLowerCase() === "e" && act();'],
    ["any printable key", "const onKeyDown = (event) => event.key.length === 1 && act();"],
    ["a listener of the page", 'window.addEventListener("keydown", act);'],
    ["an access key", '<button accessKey="e" onClick={act} />;'],
  ])("the key check reports %s", (_, source) => {
    expect(letterKeys(source)).not.toEqual([]);
  });

  test("the key check allows Enter, Esc, arrows and Space", () => {
    const source =
      'const onKeyDown = (event) => event.key === "Enter" || event.key === " " || { ArrowUp: 1 }[event.key];';
    expect(letterKeys(source)).toEqual([]);
  });
});

import { expect, test } from "bun:test";
import { Glob } from "bun";
import { PICTURE_MOTION } from "#web/inbox/messages/media/lightbox-model.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const sheets = await Promise.all(
  [...new Glob("**/*.css").scanSync(ROOT)].map(async (name) => ({
    name,
    css: (await Bun.file(`${ROOT}${name}`).text()).replaceAll(/\/\*[\s\S]*?\*\//g, ""),
  })),
);

/** Progress indicators and fading marks: no movement from one place to another. */
const SIGNS = new Set([
  "skeleton-breathe",
  "button-turn",
  "media-turn",
  "recorder-blink",
  "bubble-flash",
  // Exempt: the confetti are shown once in the life of a company.
  "first-steps-fall",
]);
const MOST_MS = 150;

/** Milliseconds of a CSS value; `--quick` is the shared duration. */
function times(value: string): number[] {
  return [...value.matchAll(/(\d*\.?\d+)(ms|s)\b/g)].map(([, count, unit]) =>
    unit === "s" ? Number(count) * 1000 : Number(count),
  );
}

test("every animation takes less than 150 ms", () => {
  const quick =
    sheets.find(({ name }) => name === "ui/styles/tokens.css")?.css.match(/--quick: ([^;]+);/)?.[1] ?? "";
  expect(times(quick)[0]).toBeLessThan(MOST_MS);
  const slow = sheets.flatMap(({ name, css }) =>
    [...css.matchAll(/\b(transition|animation)(?:-duration)?:([^;}]+)[;}]/g)]
      .filter(([, , value = ""]) => !SIGNS.has(value.trim().split(/\s/)[0] ?? ""))
      .filter(([, , value = ""]) => times(value).some((ms) => ms >= MOST_MS))
      .map(([rule]) => `${name}: ${rule}`),
  );
  expect(slow).toEqual([]);
});

test("animations of the lightbox take less than 150 ms, and no code scrolls smoothly", async () => {
  expect(Object.keys(PICTURE_MOTION).sort()).toEqual(["fade", "navigation", "swipe", "zoom"]);
  expect(Math.max(...Object.values(PICTURE_MOTION))).toBeLessThan(MOST_MS);
  for (const name of new Glob("**/*.{ts,tsx}").scanSync(ROOT))
    if (!name.endsWith(".test.ts")) expect(await Bun.file(`${ROOT}${name}`).text()).not.toContain('"smooth"');
});

test("the reduced-motion rule overrides every animation of the page", () => {
  const last = sheets.find(({ name }) => name === "ui/styles/base.css")?.css ?? "";
  expect(last).toMatch(/@layer motion \{\s*@media \(prefers-reduced-motion: reduce\) \{\s*\*,/);
  expect(last).toMatch(/animation: none;\s*transition: none;/);
  const order = sheets.map(({ css }) => css.match(/@layer ([\w, -]+);/)?.[1]).find(Boolean) ?? "";
  expect(order.split(",").at(-1)?.trim()).toBe("motion");
});

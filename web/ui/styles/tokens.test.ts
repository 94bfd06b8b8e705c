import { expect, test } from "bun:test";

const css = await Bun.file(new URL("./tokens.css", import.meta.url)).text();

/** Colours of a theme by name; the dark theme inherits those it does not override. */
function colors(theme: "light" | "dark"): Map<string, string> {
  const blocks =
    theme === "light" ? [/:root \{[^}]*\}/] : [/:root \{[^}]*\}/, /:root\[data-theme="dark"\] \{[^}]*\}/];
  const found = new Map<string, string>();
  for (const block of blocks) {
    for (const [, name = "", value = ""] of (css.match(block)?.[0] ?? "").matchAll(
      /--([\w-]+): (#[0-9a-f]{6});/g,
    )) {
      found.set(name, value);
    }
  }
  return found;
}

/** Relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Text on its background: 4.5 to 1 (WCAG 2.2 AA). */
const TEXT: readonly (readonly [string, readonly string[]])[] = [
  ["text-1", ["surface-0", "surface-1", "surface-2", "surface-3", "primary-soft", "note", "chat"]],
  [
    "text-2",
    ["surface-0", "surface-1", "surface-2", "surface-3", "primary-soft", "bubble-in", "bubble-out", "chat"],
  ],
  ["text-3", ["surface-0", "surface-1", "surface-2", "primary-soft", "bubble-in", "chat"]],
  ["primary", ["surface-0", "surface-1", "surface-2", "primary-soft"]],
  ["primary-ink", ["primary"]],
  ["danger", ["surface-1", "surface-2", "danger-soft"]],
  ["danger-ink", ["danger"]],
  ["waiting", ["surface-1", "waiting-soft"]],
  ["success", ["surface-1", "success-soft"]],
  ["bubble-ink", ["bubble-in", "bubble-out"]],
  ["avatar-ink", [0, 1, 2, 3, 4, 5, 6, 7].map((tone) => `avatar-${tone}`)],
];
/** Borders and icons: 3 to 1 (WCAG 2.2 AA). */
const SIGNS: readonly (readonly [string, readonly string[]])[] = [
  ["line-strong", ["surface-1"]],
  ["focus", ["surface-0", "surface-1", "surface-2", "primary-soft"]],
  ["read", ["surface-1", "bubble-out"]],
];

for (const theme of ["light", "dark"] as const) {
  const palette = colors(theme);
  const misses = (pairs: typeof TEXT, least: number) =>
    pairs.flatMap(([front, backs]) =>
      backs.flatMap((back) => {
        const ratio = contrast(palette.get(front) ?? "#000000", palette.get(back) ?? "#000000");
        return ratio < least ? [`${front} on ${back}: ${ratio.toFixed(2)}`] : [];
      }),
    );

  test(`text of the ${theme} theme has enough contrast on every surface`, () => {
    expect(palette.size).toBeGreaterThan(30);
    expect(misses(TEXT, 4.5)).toEqual([]);
  });

  test(`borders, focus ring and read receipts of the ${theme} theme have a contrast of 3 to 1`, () => {
    expect(misses(SIGNS, 3)).toEqual([]);
  });
}

test("the accent is the same light blue in both themes (docs/design-notes.md)", () => {
  for (const theme of ["light", "dark"] as const) expect(colors(theme).get("accent")).toBe("#38a9f0");
});

import { expect, test } from "bun:test";
import { brandScale, contrast, GROUND, judgeColor, TEXT_CONTRAST, type Theme } from "./contract.ts";

const THEMES: readonly Theme[] = ["light", "dark"];
/** Sample of colours: corners and edges of the RGB cube, and a few hundred between, the same in every run. */
function* colors(): Generator<string> {
  const hex = (part: number) => part.toString(16).padStart(2, "0");
  const levels = [0, 51, 102, 128, 153, 204, 255];
  for (const red of levels)
    for (const green of levels) for (const blue of levels) yield `#${hex(red)}${hex(green)}${hex(blue)}`;
}

test("every text has enough contrast in both themes, for any colour", () => {
  const misses: string[] = [];
  for (const color of colors())
    for (const theme of THEMES) {
      const scale = brandScale(color, theme);
      const { surfaces, texts } = GROUND[theme];
      const soft = scale["primary-soft"];
      const pairs = [
        ...[...surfaces, soft].map((back) => [scale.primary, back] as const),
        [scale["primary-ink"], scale.primary] as const,
        [scale["primary-ink"], scale["primary-strong"]] as const,
        ...texts.flatMap((text) => [[text, soft] as const, [text, scale["bubble-out"]] as const]),
      ];
      for (const [front, back] of pairs)
        if (contrast(front, back) < TEXT_CONTRAST) misses.push(`${color} ${theme}: ${front} on ${back}`);
    }
  expect(misses).toEqual([]);
});

test("a dark enough brand colour is kept, a pale one is adjusted and reported", () => {
  expect(brandScale("#0b5cad", "light").primary).toBe("#0b5cad");
  expect(judgeColor("#0b5cad").isMoved).toBe(false);
  expect(judgeColor("#ffd400")).toMatchObject({ isMoved: true });
  expect(judgeColor("#ffd400").ratio).toBeLessThan(2);
});

test("the background colours equal those of the product's style sheet", async () => {
  const css = await Bun.file(new URL("../../../../web/ui/styles/tokens.css", import.meta.url)).text();
  const block = (start: string) => css.slice(css.indexOf(start), css.indexOf("}", css.indexOf(start)));
  for (const [theme, start] of [
    ["light", ":root {"],
    ["dark", ':root[data-theme="dark"]'],
  ] as const) {
    const value = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(block(start))?.[1];
    expect(["surface-0", "surface-1", "surface-2"].map(value)).toEqual([...GROUND[theme].surfaces]);
    expect(["text-1", "text-2", "text-3"].map(value)).toEqual([...GROUND[theme].texts]);
    expect(value("primary-ink")).toBe(GROUND[theme].ink);
  }
});

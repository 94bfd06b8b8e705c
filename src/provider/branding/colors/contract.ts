/** Derives the colours of a theme from one colour; pure, shared by the server's style sheet and the form's preview. */

/** `#rrggbb` and nothing else, because the value is written into a style sheet. */
export const HEX_COLOR = /^#[0-9a-f]{6}$/i;

/** The variables of `web/ui/styles/tokens.css` that depend on the brand. */
export interface Scale {
  readonly primary: string;
  readonly "primary-strong": string;
  readonly "primary-soft": string;
  readonly "primary-ink": string;
  readonly accent: string;
  readonly focus: string;
  readonly "bubble-out": string;
  readonly read: string;
}
export type Theme = "light" | "dark";

/** The product's background colours, copied from `web/ui/styles/tokens.css`; a test compares them. */
export const GROUND = {
  light: {
    surfaces: ["#f3f6fa", "#ffffff", "#f0f4f9"],
    texts: ["#14202e", "#4a5a6d", "#586a7e"],
    panel: "#ffffff",
    ink: "#ffffff",
  },
  dark: {
    surfaces: ["#0d1520", "#131e2b", "#1a2737"],
    texts: ["#e8eff7", "#b3c2d3", "#96a9bd"],
    panel: "#131e2b",
    ink: "#06121d",
  },
} as const;

/** Text needs 4.5 to 1 (WCAG 2.2 AA, 1.4.3); a little more because of rounding. */
export const TEXT_CONTRAST = 4.5;
const ENOUGH = 4.55;
const STEPS = 100;

const parts = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
/** `share` 0 = the first colour, 1 = the other. */
function mix(one: string, other: string, share: number): string {
  const to = parts(other);
  return `#${parts(one)
    .map((part, at) =>
      Math.round(part + ((to[at] ?? 0) - part) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** Relative luminance of WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = parts(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The first of a hundred steps between two colours that satisfies the condition; the last one always does. */
function until(from: string, to: string, does: (color: string) => boolean, begin = 0): string {
  for (let step = Math.round(begin * STEPS); step < STEPS; step += 1) {
    const color = mix(from, to, step / STEPS);
    if (does(color)) return color;
  }
  return to;
}

const reads = (front: string, backs: readonly string[]) =>
  backs.every((back) => contrast(front, back) >= ENOUGH);

/** The colours of a theme derived from a brand's colour; every text has a contrast of at least 4.5 to 1. */
export function brandScale(color: string, theme: Theme): Scale {
  const { surfaces, texts, panel, ink } = GROUND[theme];
  const extreme = theme === "light" ? "#000000" : "#ffffff";
  const soft = until(
    color,
    panel,
    (shade) => texts.every((text) => contrast(text, shade) >= ENOUGH),
    theme === "light" ? 0.86 : 0.72,
  );
  const primary = until(
    color,
    extreme,
    (shade) => reads(shade, [...surfaces, soft]) && contrast(ink, shade) >= ENOUGH,
  );
  return {
    primary,
    "primary-strong": mix(primary, extreme, 0.18),
    "primary-soft": soft,
    "primary-ink": ink,
    accent: primary,
    focus: primary,
    "bubble-out": soft,
    read: primary,
  };
}

/** Contrast of white text on a colour, and whether the scale had to adjust the colour. */
export function judgeColor(color: string): { readonly ratio: number; readonly isMoved: boolean } {
  return {
    ratio: contrast(color, "#ffffff"),
    isMoved: brandScale(color, "light").primary !== color.toLowerCase(),
  };
}

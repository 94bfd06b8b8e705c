import { sha256 } from "#platform/ids.ts";
import { brandScale, type Theme } from "./colors/contract.ts";
import { sheetUrl } from "./urls.ts";

/** URL and content of a colour's style sheet. */
export interface StyleSheet {
  readonly path: string;
  readonly css: string;
}

/** Cached, because the same few colours are requested often. */
const KEPT = 200;
const known = new Map<string, StyleSheet>();

const rules = (color: string, theme: Theme) =>
  Object.entries(brandScale(color, theme))
    .map(([name, value]) => `--${name}:${value}`)
    .join(";");

/** The style sheet of a brand's colour. The colour must match `HEX_COLOR`; null for "". */
export function styleSheetOf(color: string): StyleSheet | null {
  if (color === "") return null;
  const kept = known.get(color);
  if (kept) return kept;
  const css = `:root{${rules(color, "light")}}:root[data-theme="dark"]{${rules(color, "dark")}}`;
  const sheet = { path: sheetUrl(color, sha256(css).slice(0, 24)), css };
  if (known.size >= KEPT) known.clear();
  known.set(color, sheet);
  return sheet;
}

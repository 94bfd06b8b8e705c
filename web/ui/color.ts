import type { CSSProperties } from "react";

const HEX = /^#[0-9a-fA-F]{3,8}$/;
const FALLBACK = "#7c7c7c";

/**
 * Hands a colour that comes from data (queue, tag) to the style sheet as `--q`, the only inline style there is.
 * Anything that is not a plain hex colour becomes grey, so no text of a person ever reaches CSS.
 */
export function dataColor(color: string | null | undefined): CSSProperties {
  return { "--q": color && HEX.test(color) ? color : FALLBACK } as CSSProperties;
}

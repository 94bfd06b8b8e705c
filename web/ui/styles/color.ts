import type { CSSProperties } from "react";
import { isShortColor } from "#accounts/queues/color/contract.ts";

const FALLBACK = "#7c7c7c";

/**
 * Hands a colour that comes from data (queue, tag) to the style sheet as `--q`, the only inline style there is.
 * Anything that is no short CSS colour becomes grey, so no text of a person ever reaches CSS.
 */
export function dataColor(color: string | null | undefined): CSSProperties {
  return { "--q": color && isShortColor(color) ? color : FALLBACK } as CSSProperties;
}

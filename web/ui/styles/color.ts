import type { CSSProperties } from "react";
import { isShortColor } from "#accounts/queues/color/contract.ts";

const FALLBACK = "#7c7c7c";

/**
 * Passes a colour from data (queue, tag) to the style sheet as `--q`. A value that is not a hexadecimal CSS colour becomes grey, so that
 * user input never reaches CSS.
 */
export function dataColor(color: string | null | undefined): CSSProperties {
  return { "--q": color && isShortColor(color) ? color : FALLBACK } as CSSProperties;
}

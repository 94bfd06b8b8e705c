import type { CSSProperties } from "react";

/** Largest size of a picture in a bubble, CSS pixels. */
const MAX_WIDTH = 320;
const MAX_HEIGHT = 320;
/** Default when the size is unknown. */
const UNKNOWN = { width: 300, height: 200 };

/** The final size of a picture before it is loaded, so that nothing jumps. */
export function mediaBox(width: number | null, height: number | null): CSSProperties {
  const known = width && height && width > 0 && height > 0 ? { width, height } : UNKNOWN;
  const scale = Math.min(1, MAX_WIDTH / known.width, MAX_HEIGHT / known.height);
  return {
    width: Math.max(120, Math.round(known.width * scale)),
    aspectRatio: `${known.width} / ${known.height}`,
    maxHeight: MAX_HEIGHT,
  };
}

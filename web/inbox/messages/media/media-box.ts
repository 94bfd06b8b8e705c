import type { CSSProperties } from "react";

/** Largest size of a picture in a bubble, CSS pixels. */
const MAX_WIDTH = 320;
const MAX_HEIGHT = 320;
/** Size of a picture whose size is unknown, CSS pixels. */
const UNKNOWN = { width: 300, height: 200 };

/** The size a picture has once loaded, so that its place is reserved and the stream does not move. */
export function mediaBox(width: number | null, height: number | null): CSSProperties {
  const known = width && height && width > 0 && height > 0 ? { width, height } : UNKNOWN;
  const scale = Math.min(1, MAX_WIDTH / known.width, MAX_HEIGHT / known.height);
  return {
    width: Math.max(120, Math.round(known.width * scale)),
    aspectRatio: `${known.width} / ${known.height}`,
    maxHeight: MAX_HEIGHT,
  };
}

export type TooltipPlacement = "top" | "bottom" | "left" | "right";

/** Distance between the tooltip and its target, and to the edge of the window; px. */
const GAP = 6;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
interface Size {
  readonly offsetWidth: number;
  readonly offsetHeight: number;
}

/** Position of a tooltip at its target: on the opposite side where it does not fit, never outside the window. */
export function placeTooltip(
  target: Box,
  { offsetWidth: width, offsetHeight: height }: Size,
  side: TooltipPlacement,
  page: { readonly width: number; readonly height: number } = {
    width: globalThis.innerWidth,
    height: globalThis.innerHeight,
  },
): { readonly left: number; readonly top: number } {
  const middle = target.left + target.width / 2 - width / 2;
  const level = target.top + target.height / 2 - height / 2;
  const above = target.top - height - GAP;
  const below = target.top + target.height + GAP;
  const before = target.left - width - GAP;
  const after = target.left + target.width + GAP;
  const fits = (at: number, size: number, room: number) => at >= 0 && at + size <= room;
  const inside = (at: number, size: number, room: number) => Math.max(GAP, Math.min(at, room - size - GAP));
  const across = (first: number, other: number, size: number, room: number) =>
    fits(first, size, room) ? first : inside(other, size, room);
  switch (side) {
    case "top":
      return { left: inside(middle, width, page.width), top: across(above, below, height, page.height) };
    case "bottom":
      return { left: inside(middle, width, page.width), top: across(below, above, height, page.height) };
    case "left":
      return { left: across(before, after, width, page.width), top: inside(level, height, page.height) };
    case "right":
      return { left: across(after, before, width, page.width), top: inside(level, height, page.height) };
  }
}

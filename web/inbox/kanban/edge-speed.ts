/** How near an edge a finger makes the board roll, px. */
const EDGE = 48;
/** The quickest it rolls: right at the edge, px per frame. */
const FASTEST = 14;

/** How far the board rolls in this frame under a finger at `x`, px; negative = towards the first lane. */
export function edgeSpeed(x: number, { left, right }: { readonly left: number; readonly right: number }) {
  const depth = (inside: number) => Math.min(1, Math.max(0, 1 - inside / EDGE));
  const speed = Math.ceil(FASTEST * Math.max(depth(x - left), depth(right - x)));
  return x - left < right - x ? -speed : speed;
}

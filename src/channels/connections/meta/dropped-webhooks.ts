import type { Installation } from "#tenants/installation.ts";

type Why = "object" | "unknown_id";
const counts = new WeakMap<Installation, Record<Why, number>>();

/** A call of Meta that is about nobody here; the log says it once in a while, the metrics always. */
export function countDropped(installation: Installation, why: Why): void {
  const known = counts.get(installation) ?? { object: 0, unknown_id: 0 };
  known[why] += 1;
  counts.set(installation, known);
  if (known[why] === 1 || known[why] % 1000 === 0)
    installation.log.warn({ why, count: known[why] }, "call of Meta about nobody here");
}

/** How many of them since the start. */
export const droppedWebhooks = (installation: Installation): number => {
  const known = counts.get(installation);
  return known ? known.object + known.unknown_id : 0;
};

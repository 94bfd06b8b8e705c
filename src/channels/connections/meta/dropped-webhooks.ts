import type { Installation } from "#tenants/installation.ts";

type Reason = "object" | "unknown_id";
const counts = new WeakMap<Installation, Record<Reason, number>>();

/**
 * Counts a webhook for an unknown page, account, number or object. The first and every 1000th are logged; the metrics
 * count all.
 */
export function countDropped(installation: Installation, reason: Reason): void {
  const known = counts.get(installation) ?? { object: 0, unknown_id: 0 };
  known[reason] += 1;
  counts.set(installation, known);
  if (known[reason] === 1 || known[reason] % 1000 === 0)
    installation.log.warn(
      { reason, count: known[reason] },
      "webhook dropped: it is for an unknown page, account, number or object (first and every 1000th are logged)",
    );
}

/** Number of dropped webhooks since this process started. */
export const droppedWebhooks = (installation: Installation): number => {
  const known = counts.get(installation);
  return known ? known.object + known.unknown_id : 0;
};

import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";

/**
 * A session whose engine got stuck more often than this within the window restarts after ten minutes, and the admins
 * are notified.
 */
const MAX_RESTARTS = 3;
const WINDOW_MS = 30 * 60_000;

const counts = new WeakMap<Installation, number>();

/**
 * Records that a session's engine stopped handling what the network sent (docs/rules/whatsapp-engine.md#stuck).
 * `restarts` are the times (ms) of its earlier restarts; the new one is added. False when there were too many to
 * restart at once.
 */
export function mayRestartEngine(tenant: Tenant, connectionId: number, restarts: number[]): boolean {
  const { installation, clock, log } = tenant;
  const since = clock.now() - WINDOW_MS;
  const before = restarts.filter((at) => at >= since).length;
  restarts.push(clock.now());
  counts.set(installation, engineRestarts(installation) + 1);
  log.warn(
    { connection: connectionId, before },
    "WhatsApp engine stuck; the session restarts in a fresh worker (`before`: restarts in the last 30 minutes)",
  );
  return before < MAX_RESTARTS;
}

/** Number of engine restarts since this process started, for the metrics. */
export const engineRestarts = (installation: Installation): number => counts.get(installation) ?? 0;

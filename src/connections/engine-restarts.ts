import type { Installation } from "#tenants/installation.ts";

const counts = new WeakMap<Installation, number>();

/** Counts a session that was restarted because its engine stopped handling what the network sent. */
export function countEngineRestart(installation: Installation): void {
  counts.set(installation, engineRestarts(installation) + 1);
}

/** How many sessions were restarted for that reason since this process started. */
export const engineRestarts = (installation: Installation): number => counts.get(installation) ?? 0;

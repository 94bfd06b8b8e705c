import { one } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import { lastStored } from "./record.ts";

const MADE = "SELECT min(created_at) AS at FROM company";

/** How long ago the newest backup was begun, ms; without one, how old the installation is. */
export function backupAge({ system }: Pick<Installation, "system">, nowMs: number): number {
  const since = lastStored(system)?.startedAt ?? one<{ at: number | null }>(system, MADE)?.at ?? nowMs;
  return Math.max(0, nowMs - since);
}

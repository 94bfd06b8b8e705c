import { queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./record.sql.ts";
import { lastStored } from "./record.ts";

/** Time since the start of the newest backup, ms; without one, the age of the installation. */
export function backupAge({ system }: Pick<Installation, "system">, nowMs: number): number {
  const since = lastStored(system)?.startedAt ?? queryOne(system, sql.firstCompanyAt)?.at ?? nowMs;
  return Math.max(0, nowMs - since);
}

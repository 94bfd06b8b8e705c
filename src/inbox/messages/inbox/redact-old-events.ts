import type { InboundEvent } from "#channels/connections/index.ts";
import { dropFile } from "#inbox/messages/receive/drop-file.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./redact-old-events.sql.ts";

/**
 * Removes the texts of processed events and sent edits that are older than the company's retention. The rows are kept
 * until the clean-up, so that a repeated event is recognised. Returns whether more rows remain.
 */
export function redactOldEvents(unit: TenantUnit, untilMs: number): boolean {
  const events = queryAll(unit.db, sql.oldEvents, { finishedAt: untilMs });
  for (const { id, state, payload } of events) {
    // The file of a failed event belongs to no message, so it is deleted here.
    if (state === "failed") dropFile(unit, JSON.parse(payload) as InboundEvent);
    execute(unit.db, sql.redactEvent, { id });
  }
  return (
    execute(unit.db, sql.redactSends, { createdAt: untilMs }).changes === sql.BATCH ||
    events.length === sql.BATCH
  );
}

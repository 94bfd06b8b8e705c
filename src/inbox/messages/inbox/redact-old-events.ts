import type { InboundEvent } from "#channels/connections/index.ts";
import { dropFile } from "#inbox/messages/receive/drop-file.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./redact-old-events.sql.ts";

/**
 * Takes the words out of what came in and of edits that went out, once they are as old as the company lets messages
 * become. The rows stay their time, so that what the network tells again counts once. Answers whether there is more.
 */
export function redactOldEvents(unit: TenantUnit, untilMs: number): boolean {
  const events = queryAll(unit.db, sql.oldEvents, { finishedAt: untilMs });
  for (const { id, state, payload } of events) {
    // Nobody shows the file of what failed.
    if (state === "failed") dropFile(unit, JSON.parse(payload) as InboundEvent);
    execute(unit.db, sql.redactEvent, { id });
  }
  return (
    execute(unit.db, sql.redactSends, { createdAt: untilMs }).changes === sql.BATCH ||
    events.length === sql.BATCH
  );
}

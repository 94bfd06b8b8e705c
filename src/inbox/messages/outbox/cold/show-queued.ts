import { announceUpdate } from "#inbox/messages/events.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import { execute } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./cold.sql.ts";

/** Number of messages per broadcast: presenting a thousand at a time would block the event loop. */
const SLICE = 50;

/** Stores why queued messages wait (null = they no longer do), and broadcasts the messages in slices. */
export function showQueued(
  unit: TenantUnit,
  rows: readonly Pick<OutboxRow, "kind" | "messageId">[],
  error: string | null,
): void {
  const ids = rows.flatMap(({ kind, messageId }) =>
    kind === "message" && messageId !== null ? [messageId] : [],
  );
  if (ids.length === 0) return;
  execute(unit.db, sql.showQueued, { ids: JSON.stringify(ids), error, updatedAt: unit.now });
  for (const id of ids.slice(0, SLICE)) announceUpdate(unit, id);
  if (ids.length > SLICE) unit.afterCommit(() => void announceRest(unit.tenant, ids.slice(SLICE)));
}

/** If the process stops, the remaining broadcasts are lost; pages read the messages again when they reconnect. */
async function announceRest(tenant: Tenant, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += SLICE) {
    await yieldToEventLoop(tenant);
    if (!tenant.db.$client.open) return;
    tenant.write((unit) => {
      for (const id of ids.slice(start, start + SLICE)) announceUpdate(unit, id);
    });
  }
}

import type { InboundEvent } from "#channels/connections/index.ts";
import { receiveAck } from "#inbox/messages/receive/receipts.ts";
import { withDeferredSync } from "#platform/db/deferred-sync.ts";
import { execute } from "#platform/db/query.ts";
import { withSyncNormal } from "#platform/db/sync-mode.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./store.sql.ts";

/** Job name in the wake-up schedule of companies with stored events. */
export const INBOX_DUE = "inbox";

/** The id that logs use to trace an event: the network's id of its message, when the event has one. */
export const networkIdOf = (event: InboundEvent): string =>
  "providerId" in event ? event.providerId : event.eventKey;

/** Time limit for applying receipts while a batch is stored, ms; later receipts are stored in the inbox. */
const APPLY_MS = 2;

/**
 * Stores a batch of the driver in the durable inbox, completely or not at all. Repeated events are ignored. Held events
 * wait until `heldUntil` (ms) or until `releaseEvents`. Throws when the batch cannot be written. After the return, a
 * killed process loses no event; when the promise resolves, a power cut loses none either, and only then may the
 * network get its receipt.
 */
export function storeEvents(
  tenant: Tenant,
  connectionId: number,
  events: readonly InboundEvent[],
  heldUntil = 0,
): Promise<void> {
  try {
    store(tenant, connectionId, events, { heldUntil, applyMs: APPLY_MS });
  } catch {
    // A receipt that cannot be applied must not block the batch: the inbox stores it and retries.
    store(tenant, connectionId, events, { heldUntil, applyMs: 0 });
  }
  for (const event of events)
    tenant.log.debug(
      { connection: connectionId, kind: event.kind, networkId: networkIdOf(event) },
      "inbound event stored",
    );
  return tenant.onDisk();
}

function store(
  tenant: Tenant,
  connectionId: number,
  events: readonly InboundEvent[],
  { heldUntil, applyMs }: { readonly heldUntil: number; readonly applyMs: number },
): void {
  const deadline = performance.now() + applyMs;
  withDeferredSync(tenant.db, () =>
    tenant.write((unit) => {
      for (const event of events) {
        if (performance.now() < deadline && applied(unit, connectionId, event)) continue;
        const { chatKey, kind, eventKey } = event;
        const payload = JSON.stringify(event);
        execute(unit.db, sql.insert, {
          connectionId,
          chatKey,
          kind,
          eventKey,
          receivedAt: unit.now,
          payload,
          heldUntil,
        });
        // Also for repeated events: a power cut may have lost the schedule entry of the first delivery.
        unit.scheduleWake(INBOX_DUE, unit.now);
      }
    }),
  );
}

/**
 * Applies an acceptance, delivery or read receipt in the transaction that would store it. Returns false for all other
 * events, for receipts of unknown messages and for receipts that are rejected; these get an inbox row. The ack status
 * only grows, so a repetition changes nothing and needs no row (docs/rules/messages.md#ack).
 */
const applied = (unit: TenantUnit, connectionId: number, event: InboundEvent): boolean =>
  event.kind === "ack" && event.ack > 0 && receiveAck(unit, connectionId, event).state === "done";

/**
 * Releases held events with the content that is known now; events already processed are skipped. Not fsynced: rows lost
 * in a power cut are released when their hold expires.
 */
export function releaseEvents(tenant: Tenant, connectionId: number, events: readonly InboundEvent[]): void {
  withSyncNormal(tenant.db, () =>
    tenant.write((unit) => {
      for (const event of events) {
        const { chatKey, kind, eventKey } = event;
        execute(unit.db, sql.release, {
          payload: JSON.stringify(event),
          connectionId,
          chatKey,
          kind,
          eventKey,
        });
      }
    }),
  );
}

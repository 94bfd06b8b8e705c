import type { InboundEvent } from "#channels/connections/index.ts";
import { receiveAck } from "#inbox/messages/receive/receipts.ts";
import { withDeferredSync } from "#platform/db/durability/deferred-sync.ts";
import { withSyncNormal } from "#platform/db/durability/sync-mode.ts";
import { execute } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./store.sql.ts";

/** Job name in the wake-up schedule of companies with stored events. */
export const INBOX_DUE = "inbox";

/** The id that logs use to trace an event: the network's id of its message, when the event has one. */
export const networkIdOf = (event: InboundEvent): string =>
  "providerId" in event ? event.providerId : event.eventKey;

/** Time limit for applying receipts in one turn of the event loop, ms; the next turn applies the rest. */
const APPLY_MS = 2;

/**
 * Stores a batch of the driver in the durable inbox, completely or not at all. Receipts in the batch are applied directly, as many
 * as the time limit allows; the others in later turns of the event loop. Repeated events are ignored. Held events wait until
 * `heldUntil` (ms) or until `releaseEvents`. Throws when the batch cannot be written. When the call returns, a killed process loses
 * none of the stored events. When the promise resolves, all events are stored or applied and survive a power cut; only then may the
 * network get its receipt. `afterLate` is called after later turns, whose receipts may have got inbox rows.
 */
export function storeEvents(
  tenant: Tenant,
  connectionId: number,
  events: readonly InboundEvent[],
  heldUntil = 0,
  afterLate = () => {},
): Promise<void> {
  const late = store(tenant, connectionId, events, heldUntil);
  for (const event of events)
    tenant.log.debug(
      { connection: connectionId, kind: event.kind, networkId: networkIdOf(event) },
      "inbound event stored",
    );
  return late.length === 0 ? tenant.durable() : applyLate(tenant, connectionId, late).finally(afterLate);
}

/** Applies receipts in further turns of the event loop. */
async function applyLate(
  tenant: Tenant,
  connectionId: number,
  receipts: readonly InboundEvent[],
): Promise<void> {
  for (let rest = receipts; rest.length > 0; ) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    rest = store(tenant, connectionId, rest, 0);
  }
  return tenant.durable();
}

/** Returns the receipts that were not applied within the time limit of this turn. */
function store(
  tenant: Tenant,
  connectionId: number,
  events: readonly InboundEvent[],
  heldUntil: number,
): readonly InboundEvent[] {
  try {
    return storeOnce(tenant, connectionId, events, { heldUntil, applyMs: APPLY_MS });
  } catch {
    // A receipt that cannot be applied must not block the batch: the inbox stores it and retries.
    return storeOnce(tenant, connectionId, events, { heldUntil, applyMs: null });
  }
}

/** `applyMs`: time limit for receipts; null = none is applied, each gets an inbox row. */
function storeOnce(
  tenant: Tenant,
  connectionId: number,
  events: readonly InboundEvent[],
  { heldUntil, applyMs }: { readonly heldUntil: number; readonly applyMs: number | null },
): readonly InboundEvent[] {
  const late: InboundEvent[] = [];
  withDeferredSync(tenant.db, () =>
    tenant.write((unit) => {
      const begun = performance.now();
      let applied = 0;
      for (const event of events) {
        if (applyMs !== null && isReceipt(event)) {
          // Applies at least one receipt per turn, even on a slow disk.
          if (applied > 0 && performance.now() - begun > applyMs) {
            late.push(event);
            continue;
          }
          applied += 1;
          if (receiveAck(unit, connectionId, event).state === "done") continue;
        }
        insert(unit, connectionId, event, heldUntil);
      }
    }),
  );
  return late;
}

function insert(unit: TenantUnit, connectionId: number, event: InboundEvent, heldUntil: number): void {
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
  // Also scheduled for repeated events, because a power cut may have lost the wake-up of the first delivery.
  unit.scheduleWake(INBOX_DUE, unit.now);
}

/**
 * True for an acceptance, delivery or read receipt: it is applied directly instead of being stored. Receipts of unknown messages,
 * rejections and all other events get an inbox row. The ack status only grows, so a repeated receipt changes nothing and needs no
 * row (docs/rules/messages.md#ack).
 */
const isReceipt = (event: InboundEvent): event is Extract<InboundEvent, { kind: "ack" }> =>
  event.kind === "ack" && event.ack > 0;

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

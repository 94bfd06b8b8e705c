import type { InboundEvent } from "#channels/connections/index.ts";
import { receiveAck } from "#inbox/messages/receive/ack.ts";
import { withDeferredSync } from "#platform/db/deferred-sync.ts";
import { execute } from "#platform/db/query.ts";
import { withSyncNormal } from "#platform/db/sync-mode.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./store.sql.ts";

/** Name under which companies with stored events stand in the list of due work. */
export const INBOX_DUE = "inbox";

/** The id by which the log follows an event: the network's id of its message, where it has one. */
export const networkIdOf = (event: InboundEvent): string =>
  "providerId" in event ? event.providerId : event.eventKey;

/** Longest time in which marks are applied while a batch is stored, ms; the rest waits in the inbox. */
const APPLY_MS = 2;

/**
 * Puts what a driver delivered into the durable inbox, all of it or nothing; what is there already is a repetition
 * and ignored. Held events wait until `heldUntil` (ms), or for `releaseEvents`. Throws when it cannot be written. A
 * killed process loses nothing of it from here on; the power does until the answer resolves, and only then may the
 * network be told that it was received.
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
    // A mark that cannot be applied must not keep the batch out: the inbox takes it and tries again.
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
        // Also for repetitions: the power may have taken the note of what it left here.
        unit.scheduleWake(INBOX_DUE, unit.now);
      }
    }),
  );
}

/**
 * Applies an acceptance, delivery or read mark in the transaction that would store it. False for all other events, for
 * marks of messages that are not there yet and for marks that are not believed: those have a row. Marks only grow, so a
 * repeated one changes nothing and needs no row to be recognised by (docs/rules/messages.md#ack).
 */
const applied = (unit: TenantUnit, connectionId: number, event: InboundEvent): boolean =>
  event.kind === "ack" && event.ack > 0 && receiveAck(unit, connectionId, event).state === "done";

/**
 * Lets held events go, with what was learned about them; those that went meanwhile are left alone. Nobody waits for
 * the disk: what the power takes of it goes when its time is over.
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

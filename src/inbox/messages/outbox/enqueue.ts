import type { OutboxKind } from "#inbox/messages/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./enqueue.sql.ts";
import type { Payload } from "./payload.ts";
import { SenderPort } from "./sender-port.ts";

/** Job name in the wake-up schedule of companies with something to send. */
export const OUTBOX_DUE = "outbox";

/** The order of sending on a connection (docs/rules/messages.md#outbox). */
export const PRIORITY = { human: 0, automatic: 1, planned: 2, campaign: 3 } as const;

export interface NewSend {
  readonly messageId: number | null;
  readonly connectionId: number;
  readonly contactId: number;
  readonly ticketId: number | null;
  readonly priority: (typeof PRIORITY)[keyof typeof PRIORITY];
  /** `source` and `sourceKey` are unique together, so the same decision is sent only once. */
  readonly source: string;
  readonly sourceKey: string;
  readonly kind?: OutboxKind;
  /** Earliest time of sending, ms; used for the later parts of a split message. */
  readonly notBefore?: number;
  /** The sender is woken only at `notBefore`: the author may undo the send until then. */
  readonly isHeld?: boolean;
  readonly payload: Payload;
  /** True when the contact may never have written on the connection; the stored messages decide. */
  readonly mayBeCold?: boolean;
  /** Texts with the same key may be sent as one message. */
  readonly bundleKey?: string;
}

/** Time within which the sender claims a row unless the process is killed, ms; afterwards the sweep handles it. */
export const SWEPT_AFTER_MS = 2000;

/**
 * Queues a send in the transaction that decided it; it is sent after the commit. Returns the outbox id, or undefined
 * when the same source has queued it before.
 */
export function enqueue(unit: TenantUnit, send: NewSend): number | undefined {
  const { changes, id } = execute(unit.db, sql.insert, {
    messageId: send.messageId,
    connectionId: send.connectionId,
    contactId: send.contactId,
    ticketId: send.ticketId,
    priority: send.priority,
    source: send.source,
    sourceKey: send.sourceKey,
    kind: send.kind ?? "message",
    payload: JSON.stringify(send.payload),
    nextTryAt: Math.max(unit.now, send.notBefore ?? 0),
    createdAt: unit.now,
    mayBeCold: send.mayBeCold ? 1 : 0,
    bundleKey: send.bundleKey ?? null,
  });
  if (changes === 0) return undefined;
  const { connectionId: connection, messageId: message, ticketId: ticket } = send;
  unit.tenant.log.debug({ connection, outbox: id, message, ticket, source: send.source }, "send queued");
  if (send.isHeld) wakeSenderAt(unit, send.connectionId, send.notBefore ?? unit.now, send.contactId);
  else wakeSender(unit, send.connectionId, send.notBefore, send.contactId);
  return id;
}

/**
 * Wakes the sender of a connection after the commit because a row is due at `atMs`; only for one contact when only its
 * rows have changed. After a kill, the sweep finds the remaining rows.
 */
export function wakeSender(
  unit: TenantUnit,
  connectionId: number,
  atMs = unit.now + SWEPT_AFTER_MS,
  contactId?: number,
): void {
  const { tenant } = unit;
  unit.scheduleWake(OUTBOX_DUE, atMs);
  unit.afterCommit(() => tenant.installation.ports.use(SenderPort).wake(tenant, connectionId, contactId));
}

/** Wakes the sender when a held row is due: by a timer, and after a restart by the sweep. Nothing polls until then. */
function wakeSenderAt(unit: TenantUnit, connectionId: number, atMs: number, contactId: number): void {
  const { base } = unit.tenant;
  const { clock, ports } = base.installation;
  unit.scheduleWake(OUTBOX_DUE, atMs);
  unit.afterCommit(() =>
    clock.after(atMs - unit.now, () => ports.use(SenderPort).wake(base, connectionId, contactId)),
  );
}

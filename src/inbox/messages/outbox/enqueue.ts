import type { OutboxKind } from "#inbox/messages/schema.ts";
import { run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import type { Payload } from "./payload.ts";
import { SenderPort } from "./sender-port.ts";

/** Name under which companies with something to send stand in the list of due work. */
export const OUTBOX_DUE = "outbox";

/** Whose message goes first on a connection (docs/rules/messages.md#outbox). */
export const PRIORITY = { human: 0, automatic: 1, planned: 2, campaign: 3 } as const;

export interface NewSend {
  readonly messageId: number | null;
  readonly connectionId: number;
  readonly contactId: number;
  readonly ticketId: number | null;
  readonly priority: (typeof PRIORITY)[keyof typeof PRIORITY];
  /** Together unique: what is decided twice is sent once. */
  readonly source: string;
  readonly sourceKey: string;
  readonly kind?: OutboxKind;
  /** Not before this time, ms: the next of several parts. */
  readonly notBefore?: number;
  readonly payload: Payload;
}

/** By then the sender has had it, unless it was killed. */
export const SWEPT_AFTER_MS = 2000;
const INSERT = `INSERT INTO outbox (message_id, connection_id, contact_id, ticket_id, priority, source, source_key, kind,
  payload, next_try_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (source, source_key) DO NOTHING`;

/**
 * Writes something to be sent, in the transaction that decided it; it leaves behind the commit. Answers its id,
 * undefined when the same source has sent it already.
 */
export function enqueue(unit: TenantUnit, send: NewSend): number | undefined {
  const { changes, id } = run(
    unit.db,
    INSERT,
    send.messageId,
    send.connectionId,
    send.contactId,
    send.ticketId,
    send.priority,
    send.source,
    send.sourceKey,
    send.kind ?? "message",
    JSON.stringify(send.payload),
    Math.max(unit.now, send.notBefore ?? 0),
    unit.now,
  );
  if (changes === 0) return undefined;
  wakeSender(unit, send.connectionId, send.notBefore);
  return id;
}

/**
 * Something of this connection can go (at `atMs`), or has come back into the queue. The sender is woken at once; the sweep
 * looks after what a kill left lying.
 */
export function wakeSender(unit: TenantUnit, connectionId: number, atMs = unit.now + SWEPT_AFTER_MS): void {
  const { tenant } = unit;
  unit.scheduleWake(OUTBOX_DUE, atMs);
  unit.afterCommit(() => tenant.installation.ports.use(SenderPort).wake(tenant, connectionId));
}

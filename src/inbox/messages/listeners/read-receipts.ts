import { setting } from "#accounts/settings/index.ts";
import { ConnectionDeleted, SessionChanged } from "#channels/connections/events.ts";
import { addressVia, type ConnectionRow, findConnection, ProviderPort } from "#channels/connections/index.ts";
import { TicketRead } from "#inbox/tickets/events.ts";
import { addressOn } from "#people/contacts/index.ts";
import { withSyncNormal } from "#platform/db/durability/sync-mode.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./read-receipts.sql.ts";

/** Maximum number of read receipts of one connection that are sent at the same time. */
const MAX_IN_FLIGHT = 50;
/** Pause before receipts that could not be sent are repeated on an open connection, ms. */
const RETRY_MS = 60_000;
const MAX_ATTEMPTS = 5;
/** A receipt that could not be sent within this time is deleted, ms. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

/** The receipts of one connection that are being sent. */
interface Sending {
  readonly tenant: Tenant;
  readonly connectionId: number;
  /** Ids of the messages whose receipts are being sent. */
  readonly inFlight: Set<number>;
  isRetryPlanned: boolean;
}

/**
 * Marks the messages of a ticket as read when its owner reads it, and sends read receipts unless the setting forbids it
 * (docs/rules/connections.md#read-receipts). The receipts are stored in the transaction that marks the messages, and
 * deleted once the network has them: receipts of an offline connection or of a killed process are sent when the
 * WhatsApp session opens again. Messages answered on the phone were read there and need no receipt.
 */
export function listenForReads({ bus }: Installation): void {
  const sendings = new Map<string, Sending>();
  const sendFor = ({ base }: Tenant, connectionId: number, dueAt: number) => {
    const name = `${base.id}:${connectionId}`;
    let sending = sendings.get(name);
    // A company that was closed, and opened again, has a new database handle.
    if (sending?.tenant !== base) {
      sending = { tenant: base, connectionId, inFlight: new Set(), isRetryPlanned: false };
      sendings.set(name, sending);
    }
    sendUnsent(sending, dueAt);
  };

  bus.within(TicketRead, (unit, { ticket, userId }) => {
    const { tenant } = unit;
    const isOwnersRead = userId !== null && userId === ticket.userId && ticket.status === "open";
    const stored =
      isOwnersRead && setting(tenant, "sendReadReceipts")
        ? queryAll(unit.db, sql.storeUnsent, { ticketId: ticket.id, now: unit.now })
        : [];
    execute(unit.db, sql.markRead, { ticketId: ticket.id });
    if (stored.length === 0) return;
    // A ticket that was moved has messages of its former connection; their receipts are sent on that connection.
    const connectionIds = new Set(stored.map(({ connectionId }) => connectionId));
    unit.afterCommit(() => {
      for (const connectionId of connectionIds) sendFor(tenant, connectionId, unit.now);
    });
  });
  bus.after(SessionChanged, (tenant, { connectionId, after }) => {
    // Receipts that wait for a retry are sent now, too.
    if (after.status === "CONNECTED") sendFor(tenant, connectionId, tenant.clock.now() + RETRY_MS);
  });
  bus.within(
    ConnectionDeleted,
    ({ db }, { connectionId }) => void execute(db, sql.deleteOfConnection, { connectionId }),
  );
}

/** Sends the stored receipts of a connection that are due; while it is offline they stay stored. */
function sendUnsent(sending: Sending, dueAt: number): void {
  const { tenant, connectionId, inFlight } = sending;
  const connection = findConnection(tenant.db, connectionId);
  if (connection?.status !== "CONNECTED") return;
  const rows = queryAll(tenant.db, sql.unsent, {
    connectionId,
    readAfter: tenant.clock.now() - MAX_AGE_MS,
    maxAttempts: MAX_ATTEMPTS,
    dueAt,
    limit: MAX_IN_FLIGHT,
  }).filter(({ messageId }) => !inFlight.has(messageId));
  if (rows.length === 0) return;
  if (!setting(tenant, "sendReadReceipts")) {
    // The setting was disabled after these receipts were stored.
    execute(tenant.db, sql.deleteOfConnection, { connectionId });
    return;
  }
  for (const [contactId, chat] of Map.groupBy(rows, (row) => row.contactId))
    sendOfChat(sending, connection, contactId, chat).catch((error: unknown) =>
      tenant.log.warn({ connection: connectionId, err: error }, "read receipts not sent"),
    );
}

async function sendOfChat(
  sending: Sending,
  connection: ConnectionRow,
  contactId: number,
  rows: readonly sql.UnsentReceipt[],
): Promise<void> {
  const { tenant, inFlight } = sending;
  const { db, clock } = tenant;
  const messageIds = JSON.stringify(rows.map(({ messageId }) => messageId));
  for (const { messageId } of rows) inFlight.add(messageId);
  let isSent = false;
  try {
    isSent = await sendToNetwork(tenant, connection, contactId, rows);
  } finally {
    for (const { messageId } of rows) inFlight.delete(messageId);
    // Not synced: after a power cut the receipts are sent a second time, which changes nothing on the customer's phone.
    withSyncNormal(db, () =>
      isSent
        ? execute(db, sql.deleteSent, { messageIds })
        : execute(db, sql.countAttempt, { nextTryAt: clock.now() + RETRY_MS, messageIds }),
    );
    if (isSent) sendUnsent(sending, clock.now());
    else retryLater(sending);
  }
}

/** Returns false when the network does not have the receipts and they should be sent again. */
async function sendToNetwork(
  tenant: Tenant,
  { id, channel, provider }: ConnectionRow,
  contactId: number,
  rows: readonly sql.UnsentReceipt[],
): Promise<boolean> {
  const chat = addressVia(tenant.db, contactId, id, channel, provider);
  const messages = rows.flatMap(({ providerId, participantId }) => {
    if (providerId === null) return [];
    const author = participantId === null ? undefined : addressOn(tenant.db, participantId, channel);
    return [{ providerId, participant: author?.address ?? null }];
  });
  if (!chat || messages.length === 0) return true;
  const key = { companyId: tenant.id, connectionId: id };
  return tenant.installation.ports.use(ProviderPort).markRead(key, chat.address, messages);
}

/** Retries while the WhatsApp session stays open; a session that closes sends them when it opens again. */
function retryLater(sending: Sending): void {
  if (sending.isRetryPlanned) return;
  sending.isRetryPlanned = true;
  const { tenant, connectionId } = sending;
  tenant.clock.after(RETRY_MS, () => {
    sending.isRetryPlanned = false;
    try {
      sendUnsent(sending, tenant.clock.now());
    } catch (error) {
      tenant.log.warn({ connection: connectionId, err: error }, "read receipts not sent");
    }
  });
}

/** Deletes expired receipts of the open companies. */
export function cleanReadReceipts({ tenants, clock, log }: Installation): void {
  for (const tenant of tenants.openTenants()) {
    try {
      const readBefore = clock.now() - MAX_AGE_MS;
      execute(tenant.db, sql.deleteExpired, { readBefore, maxAttempts: MAX_ATTEMPTS });
    } catch (error) {
      log.error(
        { company: tenant.id, err: error },
        "read receipts not cleaned up; the clean-up runs again the next night",
      );
    }
  }
}

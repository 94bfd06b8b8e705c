import type { Provider, SessionKey } from "#channels/connections/index.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import { contactById } from "#people/contacts/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { admitCold, admitTemplate, type Wait } from "./cold/admit.ts";
import { hold, holdWhileBlocked } from "./cold/hold.ts";
import { holdRefusedByMeta } from "./cold/refused.ts";
import { releaseUnheld } from "./cold/release.ts";
import {
  acceptAs,
  awaitStatus,
  CONTACT_BLOCKED,
  CONTACT_OPTED_OUT,
  cancel,
  fail,
  retryLater,
  returnToQueue,
} from "./complete.ts";
import { compose, Refused, type SendingConnection } from "./compose.ts";
import * as sql from "./connection-sender.sql.ts";
import { PRIORITY } from "./enqueue.ts";
import { outboxById } from "./queries.ts";

/** The connection of a company through which rows are sent. */
export interface SendingSession {
  readonly tenant: Tenant;
  readonly key: SessionKey;
  readonly provider: Provider;
  /** Sends nothing on this connection for some time, ms. */
  pause(ms: number): void;
}

/**
 * Sends a claimed row and stores the result. Until the network accepts the message, its row stays in `sending`. Rejects
 * when the result cannot be stored.
 */
export async function handOver(
  session: SendingSession,
  row: OutboxRow,
  connection: SendingConnection,
  isFirst: boolean,
): Promise<void> {
  const { tenant, key, provider } = session;
  try {
    const obstacle = row.isCold || row.refusals > 0 ? obstacleOf(tenant, row) : null;
    if (obstacle) {
      storeCancellation(tenant, row, obstacle);
      return;
    }
    const wait = row.isCold
      ? await admitCold(tenant, row, connection)
      : admitTemplate(tenant, row, connection);
    if (wait) {
      storeWait(tenant, row, wait);
      return;
    }
    const content = await compose(tenant, row, connection);
    // Sync first: a power cut must not undo the claim of a message that was sent.
    await tenant.durable();
    const result = await provider.send(key, { ...content, isFirst });
    tenant.log.debug(
      { connection: key.connectionId, outbox: row.id, networkId: row.providerId, state: result.state },
      "send handed to the network",
    );
    if (result.state === "accepted") storeAcceptance(tenant, row, result.providerId, acceptAs);
    if (result.state === "held") storeAcceptance(tenant, row, result.providerId, awaitStatus);
    if (result.state === "refused") storeRefusal(tenant, row, result.code, result.detail);
    if (result.state === "retry" && result.pauseMs) queueAgain(session, row, result.pauseMs);
    else if (result.state === "retry") storeFailure(session, row, result.detail);
  } catch (error) {
    if (error instanceof Refused) storeRefusal(tenant, row, error.code, error.message);
    else storeFailure(session, row, error instanceof Error ? error.message : String(error));
  }
}

/** Undefined when the network's answer has completed the row in the meantime. */
function stillSending(tenant: Tenant, row: OutboxRow): OutboxRow | undefined {
  const now = outboxById(tenant.db, row.id);
  return now?.state === "sending" ? now : undefined;
}

/** Stores why a row waits; releases the row again if the restriction has ended since the decision. */
function storeWait(tenant: Tenant, row: OutboxRow, wait: Wait): void {
  tenant.write((unit) => {
    const current = stillSending(tenant, row);
    if (!current) return;
    if (wait.untilMs !== undefined) return hold(unit, current, wait.heldBy, { untilMs: wait.untilMs });
    hold(unit, current, wait.heldBy);
    releaseUnheld(unit, current.connectionId);
  });
}

/**
 * Returns the error code if the contact was blocked, or opted out of campaigns, while the row was held, which may take days
 * (docs/rules/reach.md#held); null = the row may be sent.
 */
function obstacleOf(tenant: Tenant, { contactId, priority }: OutboxRow): string | null {
  const contact = contactById(tenant.db, contactId);
  if (contact?.blocked) return CONTACT_BLOCKED;
  return priority === PRIORITY.campaign && contact?.optedOutAt ? CONTACT_OPTED_OUT : null;
}

function storeCancellation(tenant: Tenant, row: OutboxRow, code: string): void {
  tenant.write((unit) => {
    const current = stillSending(tenant, row);
    if (current) cancel(unit, current, code);
  });
}

function storeAcceptance(tenant: Tenant, row: OutboxRow, providerId: string, store: typeof acceptAs): void {
  tenant.write((unit) => {
    // The echo may have arrived before this result.
    const current = stillSending(tenant, row);
    if (current) store(unit, current, providerId);
  });
}

function storeRefusal(tenant: Tenant, row: OutboxRow, code: string, detail: string): void {
  tenant.write((unit) => {
    const current = stillSending(tenant, row);
    if (!current) return;
    if (!holdRefusedByMeta(unit, current, detail)) fail(unit, current, code, detail);
  });
}

function storeFailure({ tenant, key }: SendingSession, row: OutboxRow, detail: string): void {
  const online = queryOne(tenant.db, sql.rules, { id: key.connectionId })?.status === "CONNECTED";
  tenant.write((unit) => {
    const current = stillSending(tenant, row);
    if (!current) return;
    // An outage does not count as an attempt: the row waits until the connection is back.
    if (!online) {
      returnToQueue(unit, current);
      holdWhileBlocked(unit, current.id);
    } else if (!holdRefusedByMeta(unit, current, detail)) retryLater(unit, current, detail);
  });
}

/** Pauses the connection for the time that the network asked for; the row is queued again until then. */
function queueAgain({ tenant, pause }: SendingSession, row: OutboxRow, pauseMs: number): void {
  const until = tenant.installation.clock.now() + pauseMs;
  pause(pauseMs);
  tenant.write((unit) => {
    const current = stillSending(tenant, row);
    if (current) returnToQueue(unit, current, until);
  });
}

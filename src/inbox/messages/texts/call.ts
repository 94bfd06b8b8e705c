import { setting } from "#accounts/settings/index.ts";
import type { NetworkIdentity } from "#channels/connections/index.ts";
import { enqueue, PRIORITY } from "#inbox/messages/outbox/enqueue.ts";
import { rendered } from "#inbox/messages/send/variables.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { createAutomaticMessage } from "./automatic.ts";
import { areTextsHeld } from "./automatic-gate.ts";
import * as sql from "./call.sql.ts";

const HOUR_MS = 60 * 60_000;
const SOURCE = "call";
/** Fixed width, so that keys are sorted by time. */
const at = (ms: number): string => String(ms).padStart(15, "0");

/**
 * Sends a text that explains why the call was not answered (docs/rules/automation.md#calls): at most one per person and
 * hour. If there is a ticket, the text is stored as a message of it; for an unknown caller it is only sent.
 */
export function sendCallText(
  unit: TenantUnit,
  connectionId: number,
  caller: readonly NetworkIdentity[],
  ticket: Ticket | undefined,
): void {
  const address = caller[0]?.address;
  if (address === undefined || areTextsHeld(unit.tenant)) return;
  const key = (ms: number) => `${address}:${at(ms)}`;
  if (queryOne(unit.db, sql.sent, { afterKey: key(unit.now - HOUR_MS), upToKey: key(unit.now) })) return;
  const text = setting(unit.tenant, "callRejectedMessage");
  if (text.trim() === "") return;
  if (ticket) {
    createAutomaticMessage(unit, {
      ticket,
      text,
      origin: "system",
      source: { name: SOURCE, key: key(unit.now) },
    });
    return;
  }
  enqueue(unit, {
    messageId: null,
    connectionId,
    contactId: 0,
    ticketId: null,
    priority: PRIORITY.automatic,
    source: SOURCE,
    sourceKey: key(unit.now),
    payload: {
      content: { type: "text", text: rendered(unit.tenant, text, { ticket: null, contactId: 0 }) },
      to: address,
    },
  });
}

import type { Session } from "#automation/integrations/schema.ts";
import {
  announceQueued,
  recordTicketEvent,
  storedTicket,
  type Ticket,
  ticketById,
  withoutBot,
  writeBotFields,
} from "#inbox/tickets/index.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { randomCode } from "#platform/ids.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./responder.sql.ts";

export const sessionOf = (db: Db, ticketId: number): Session | undefined =>
  queryOne(db, sql.find, { ticketId }) as Session | undefined;

/** Starts an integration session for the ticket and deletes that of a previous integration. */
export function beginSession(unit: TenantUnit, ticketId: number, integrationId: number): void {
  execute(unit.db, sql.begin, { ticketId, integrationId, nonce: randomCode(12), now: unit.now });
}

/** Stores the time of the customer's message, ms. */
export const storeHeardAt = (unit: TenantUnit, ticketId: number, at: number): void =>
  void execute(unit.db, sql.setHeardAt, { ticketId, at });

/** Stores what the adapter wants back with the customer's next message (`AdapterResult.memory`). */
export const storeMemory = (unit: TenantUnit, ticketId: number, memory: object): void =>
  void execute(unit.db, sql.setMemory, { ticketId, memory: JSON.stringify(memory) });

/** Stores the encrypted text for the turn of the message that is being stored. */
export const storeDocument = (unit: TenantUnit, ticketId: number, sealed: string): void =>
  void execute(unit.db, sql.setDocument, { ticketId, sealed });

/** Returns the stored text of the customer and deletes it; "" = none. */
export function takeDocument(unit: TenantUnit, ticketId: number): string {
  const { heardDocument = "" } = sessionOf(unit.db, ticketId) ?? {};
  if (heardDocument !== "") storeDocument(unit, ticketId, "");
  return heardDocument;
}

export const endSession = (unit: TenantUnit, ticketId: number): void =>
  void execute(unit.db, sql.end, { ticketId });

/** Whether the integration still has the conversation: no person took it, and it was not ended. */
export const hasTicket = (ticket: Ticket | undefined, integrationId: number): ticket is Ticket =>
  ticket !== undefined &&
  ticket.status === "pending" &&
  ticket.userId === null &&
  ticket.useIntegration &&
  ticket.integrationId === integrationId &&
  !ticket.botOff;

export interface ReturnOptions {
  /** The queue in which the ticket waits; absent = its current queue. */
  readonly queueId?: number;
  /** True when the ticket is assigned at once, so that it is not announced for distribution. */
  readonly quiet?: boolean;
}

/** Ends the conversation of an integration: the ticket waits for a person. Returns the current ticket. */
export function returnToQueue(
  unit: TenantUnit,
  ticketId: number,
  kind: "bot_ended" | "integration_failed",
  { queueId, quiet = false }: ReturnOptions = {},
): Ticket | undefined {
  const before = ticketById(unit.db, ticketId);
  endSession(unit, ticketId);
  if (!before?.useIntegration || before.status !== "pending") return before;
  const moved = queueId !== undefined && queueId !== before.queueId;
  const after = writeBotFields(
    unit,
    before,
    { ...withoutBot(unit, before), queueId: queueId ?? before.queueId },
    { kind: moved ? null : kind, waits: true },
  );
  if (moved && kind === "integration_failed") recordTicketEvent(unit, kind, after, after, null);
  if (!quiet) announceQueued(unit, storedTicket(unit.db, ticketId));
  return after;
}

/**
 * Ends the integration session after a person took the conversation or the ticket was closed: its callback address
 * becomes invalid.
 */
export function endSessionIfLeft(unit: TenantUnit, ticketId: number): void {
  for (const { id } of queryAll(unit.db, sql.left, { ticketId })) endSession(unit, id);
}

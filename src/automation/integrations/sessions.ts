import {
  announceQueued,
  recordTicketEvent,
  storedTicket,
  type Ticket,
  ticketById,
  writeBotFields,
} from "#inbox/tickets/index.ts";
import { all, type Db, one, run } from "#platform/db/database.ts";
import { randomCode } from "#platform/ids.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import type { Session } from "./schema.ts";

const COLUMNS = `ticket_id AS ticketId, integration_id AS integrationId, nonce, memory, heard_at AS heardAt,
  heard_before_at AS heardBeforeAt, created_at AS createdAt, heard_document AS heardDocument`;
const FIND = `SELECT ${COLUMNS} FROM integration_session WHERE ticket_id = ?`;
const BEGIN = `INSERT OR REPLACE INTO integration_session (ticket_id, integration_id, nonce, created_at)
  VALUES (?, ?, ?, ?)`;
const HEARD = `UPDATE integration_session SET heard_before_at = heard_at, heard_at = ? WHERE ticket_id = ?`;
const REMEMBER = "UPDATE integration_session SET memory = ? WHERE ticket_id = ?";
const END = "DELETE FROM integration_session WHERE ticket_id = ?";

export const sessionOf = (db: Db, ticketId: number): Session | undefined => one<Session>(db, FIND, ticketId);

/** An integration has the conversation from now on; what another one remembered is gone. */
export function beginSession(unit: TenantUnit, ticketId: number, integrationId: number): void {
  run(unit.db, BEGIN, ticketId, integrationId, randomCode(12), unit.now);
}

/** The customer wrote at `at`, ms. */
export const noteHeard = (unit: TenantUnit, ticketId: number, at: number): void =>
  void run(unit.db, HEARD, at, ticketId);

/** What the type wants to know at the next message. */
export const remember = (unit: TenantUnit, ticketId: number, memory: object): void =>
  void run(unit.db, REMEMBER, JSON.stringify(memory), ticketId);

/** Sealed, for the turn of the message that is being stored. */
export const noteDocument = (unit: TenantUnit, ticketId: number, sealed: string): void =>
  void run(
    unit.db,
    "UPDATE integration_session SET heard_document = ? WHERE ticket_id = ?",
    sealed,
    ticketId,
  );

/** What was noted, once; "" = nothing. */
export function takeDocument(unit: TenantUnit, ticketId: number): string {
  const { heardDocument = "" } = sessionOf(unit.db, ticketId) ?? {};
  if (heardDocument !== "") noteDocument(unit, ticketId, "");
  return heardDocument;
}

export const endSession = (unit: TenantUnit, ticketId: number): void => void run(unit.db, END, ticketId);

/** Whether this integration still has the conversation: no person took it, and nothing ended it. */
export const hasTicket = (ticket: Ticket | undefined, integrationId: number): ticket is Ticket =>
  ticket !== undefined &&
  ticket.status === "pending" &&
  ticket.userId === null &&
  ticket.useIntegration &&
  ticket.integrationId === integrationId &&
  !ticket.botOff;

export interface Place {
  /** Where the ticket is to wait; absent = where it is. */
  readonly queueId?: number;
  /** Somebody gets it at once: nobody else is told. */
  readonly quiet?: boolean;
}

/** The integration lets go of a conversation it has: the ticket waits for a person. Answers the ticket as it is now. */
export function handBack(
  unit: TenantUnit,
  ticketId: number,
  kind: "bot_ended" | "integration_failed",
  { queueId, quiet = false }: Place = {},
): Ticket | undefined {
  const before = ticketById(unit.db, ticketId);
  endSession(unit, ticketId);
  if (!before?.useIntegration || before.status !== "pending") return before;
  const moved = queueId !== undefined && queueId !== before.queueId;
  const after = writeBotFields(
    unit,
    before,
    {
      ...before,
      queueId: queueId ?? before.queueId,
      chatbot: false,
      queueOptionId: null,
      optionTries: 0,
      useIntegration: false,
      integrationId: null,
      promptId: null,
      botEndedAt: unit.now,
    },
    { kind: moved ? null : kind, waits: true },
  );
  if (moved && kind === "integration_failed") recordTicketEvent(unit, kind, after, after, null);
  if (!quiet) announceQueued(unit, storedTicket(unit.db, ticketId));
  return after;
}

const LEFT = `SELECT s.ticket_id AS id FROM integration_session s JOIN ticket t ON t.id = s.ticket_id
  WHERE t.id = ? AND (t.use_integration = 0 OR t.integration_id IS NOT s.integration_id)`;

/** A person took the conversation, or it is over: the address for answers is worth nothing any more. */
export function dropIfLeft(unit: TenantUnit, ticketId: number): void {
  for (const { id } of all<{ id: number }>(unit.db, LEFT, ticketId)) endSession(unit, id);
}

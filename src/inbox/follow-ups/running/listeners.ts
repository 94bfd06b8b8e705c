import { ConnectionDeleting, ConnectionEmptying } from "#channels/connections/events.ts";
import { removeMediaFile } from "#channels/media/index.ts";
import type { FollowUpEndReason } from "#inbox/follow-ups/contract.ts";
import * as sql from "#inbox/follow-ups/follow-ups.sql.ts";
import { runById, runningOfContact, runningOnConnection, runningRun } from "#inbox/follow-ups/queries.ts";
import { filesOf } from "#inbox/follow-ups/save.ts";
import type { FollowUpRun } from "#inbox/follow-ups/schema.ts";
import { GapFilled, MessageCreated, OutboxCompleted } from "#inbox/messages/events.ts";
import type { Message } from "#inbox/messages/index.ts";
import {
  TicketChanged,
  TicketClosed,
  TicketCloseSettled,
  TicketDeleting,
  TicketReturned,
  TicketTransferred,
} from "#inbox/tickets/events.ts";
import { announceTicketChange, storedTicket, type Ticket } from "#inbox/tickets/index.ts";
import { ContactUpdated } from "#people/contacts/events.ts";
import { contactById } from "#people/contacts/index.ts";
import { execute } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { endRun } from "./end.ts";
import { holdRun } from "./hold-close.ts";
import { FOLLOW_UPS_DUE } from "./start.ts";
import { reasonOf, SOURCE } from "./step.ts";
import { dueAt } from "./times.ts";

/** Ends runs that are no longer needed, and schedules the next step after one was sent. */
export function listenForRuns({ bus }: Installation): void {
  const end = (unit: TenantUnit, ticketId: number, reason: FollowUpEndReason) => {
    const run = runningRun(unit.tenant, ticketId);
    if (run) endRun(unit, run, reason);
  };

  bus.within(MessageCreated, (unit, { message }) => {
    const reason = reasonOfMessage(message);
    if (reason) end(unit, message.ticketId, reason);
  });
  bus.within(GapFilled, (unit, { message }) => {
    const reason = reasonOfMessage(message);
    const run = reason && runningRun(unit.tenant, message.ticketId);
    if (run && message.createdAt > run.startedAt) endRun(unit, run, reason);
  });

  bus.within(TicketClosed, (unit, { ticket }) => {
    const run = runningRun(unit.tenant, ticket.id);
    if (run && ticket.closeSettlesAt === null) endRun(unit, run, "closed");
    else if (run) holdRun(unit, run);
  });
  bus.within(TicketCloseSettled, (unit, { ticket }) => end(unit, ticket.id, "closed"));
  for (const event of [TicketReturned, TicketTransferred])
    bus.within(event, (unit, { ticket }) => end(unit, ticket.id, "moved"));
  // Also listens to changes, because deleting a queue or a user moves tickets without a more specific event.
  bus.after(TicketChanged, (tenant, { before, after }) => {
    if (before?.status !== "open" || !isMoved(before, after) || after.closeSettlesAt !== null) return;
    if (!runningRun(tenant, after.id)) return;
    tenant.write((unit) => end(unit, after.id, after.status === "closed" ? "closed" : "moved"));
  });
  // The tickets of a connection are moved in steps before it is deleted.
  for (const event of [ConnectionEmptying, ConnectionDeleting])
    bus.within(event, (unit, { connection }) => {
      for (const run of runningOnConnection(unit.db, connection.id)) endRun(unit, run, "connection_gone");
    });

  bus.within(ContactUpdated, (unit, { contactId }) => {
    const contact = contactById(unit.db, contactId);
    if (!contact || (!contact.blocked && contact.optedOutAt === null)) return;
    for (const run of runningOfContact(unit.db, contactId))
      endRun(unit, run, contact.blocked ? "blocked" : "opted_out");
  });

  bus.within(OutboxCompleted, (unit, { source, sourceKey, outboxId, state, error }) => {
    if (source !== SOURCE) return;
    const run = runOfSend(unit, sourceKey);
    // A send that was accepted may still fail; any other outcome counts only while the run waits for it.
    if (!run || (state !== "failed" && run.outboxId !== outboxId)) return;
    if (state === "sent") scheduleNext(unit, run);
    else endRun(unit, run, state === "cancelled" && error === null ? "stopped" : reasonOf(error));
  });

  bus.within(TicketDeleting, (unit, { ticket }) => {
    const run = runningRun(unit.tenant, ticket.id);
    execute(unit.db, sql.deleteOfTicket, { ticketId: ticket.id });
    for (const fileId of filesOf(run?.steps ?? [])) removeMediaFile(unit, fileId);
  });
}

/** The reason to end the run because of this message; a call does not end it, as with snoozes (docs/rules/tickets.md#snooze). */
function reasonOfMessage({ fromMe, origin, mediaType }: Message): FollowUpEndReason | null {
  if (!fromMe) return mediaType === "call_log" ? null : "customer_wrote";
  return origin === "user" || origin === "phone" ? "person_wrote" : null;
}

const MOVES = ["status", "queueId", "userId", "connectionId"] as const;
const isMoved = (before: Ticket, after: Ticket): boolean => MOVES.some((key) => before[key] !== after[key]);

/** The run whose last step was sent by this outbox row; keys of further parts of a message have a suffix. */
function runOfSend(unit: TenantUnit, sourceKey: string): FollowUpRun | undefined {
  const [runId, step] = sourceKey.split(":").map(Number);
  const run = runById(unit.db, runId ?? 0);
  return run?.state === "running" && run.step === (step ?? 0) + 1 ? run : undefined;
}

/** Starts the wait of the next step, or of the end, after the network accepted the previous step. */
function scheduleNext(unit: TenantUnit, run: FollowUpRun): void {
  const ticket = storedTicket(unit.db, run.ticketId);
  const nextAt = dueAt(unit.tenant, ticket, run, run.step, unit.now);
  execute(unit.db, sql.advance, { step: run.step, nextAt, outboxId: null, id: run.id });
  unit.scheduleWake(FOLLOW_UPS_DUE, nextAt);
  announceTicketChange(unit, ticket, ticket);
}

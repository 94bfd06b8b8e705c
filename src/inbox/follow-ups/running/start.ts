import { copyMediaFile, mediaFileById } from "#channels/media/index.ts";
import { templateProblem } from "#channels/templates/index.ts";
import type { StartFollowUpBody } from "#inbox/follow-ups/contract.ts";
import {
  contactRefuses,
  followUpRunning,
  notForThisTicket,
  ticketChanged,
  ticketNotOpen,
  windowClosed,
} from "#inbox/follow-ups/errors.ts";
import { followUpById, noteFollowUpRuns, runningRun } from "#inbox/follow-ups/queries.ts";
import { visibleFollowUp } from "#inbox/follow-ups/save.ts";
import { type FollowUp, followUpRun, type Step } from "#inbox/follow-ups/schema.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import {
  answerWindow,
  mayFollowUp,
  presentTicket,
  recordTicketEvent,
  snoozeTicket,
  type Ticket,
  visibleTicket,
} from "#inbox/tickets/index.ts";
import { contactById } from "#people/contacts/index.ts";
import { invalidFields, noPermission, notFound } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { endRun } from "./end.ts";
import { dueAt } from "./times.ts";

/** Name of the job, and of the wake-up of companies with runs. */
export const FOLLOW_UPS_DUE = "follow_ups";

/**
 * `POST /tickets/{id}/follow-up`: starts a follow-up that the caller sees in an open ticket whose last message is ours
 * and whose customer wrote in it (docs/rules/follow-ups.md#start). For its owner, supervisors of the queue and admins.
 * Throws 404 ERR_NO_TICKET_FOUND, 404 ERR_NOT_FOUND, 403 ERR_NO_PERMISSION, 409 ERR_TICKET_NOT_OPEN, 409
 * ERR_FOLLOW_UP_RUNNING, 409 ERR_TICKET_CHANGED when the customer wrote last, 400 ERR_WINDOW_CLOSED, 400
 * ERR_CONTACT_BLOCKED, 400 ERR_CONTACT_OPTED_OUT, 400 ERR_VALIDATION for groups and customers who never wrote.
 */
export function startFollowUp(ctx: UserCtx, ticketId: number, body: StartFollowUpBody): TicketAnswer {
  const { tenant, actor } = ctx;
  tenant.write((unit) => {
    const ticket = followable(ctx, ticketId);
    const sequence = visibleFollowUp(ctx, unit.db, body.followUpId);
    begin(unit, ticket, sequence, actor.id);
    if (body.snooze) snoozeTicket(ctx, ticketId, { mode: "reply" });
  });
  return presentTicket(tenant, ticketId);
}

/**
 * Starts a shared follow-up on behalf of a rule. Throws the errors of `startFollowUp` that concern the ticket, and 404
 * ERR_NOT_FOUND.
 */
export function startFollowUpByProduct(unit: TenantUnit, ticket: Ticket, followUpId: number): void {
  const sequence = followUpById(unit.db, followUpId);
  if (!sequence || sequence.ownerId !== null) throw notFound();
  if (ticket.status !== "open") throw ticketNotOpen();
  begin(unit, ticket, sequence, null);
}

function begin(unit: TenantUnit, ticket: Ticket, sequence: FollowUp, startedBy: number | null): void {
  checkTicket(unit, ticket);
  const nextAt = dueAt(unit.tenant, ticket, sequence, 0, unit.now);
  checkFirstStep(unit, ticket, sequence, nextAt);
  unit.db
    .insert(followUpRun)
    .values({
      ticketId: ticket.id,
      followUpId: sequence.id,
      connectionId: ticket.connectionId,
      name: sequence.name,
      steps: copied(unit, sequence.steps),
      ending: sequence.ending,
      onlyInHours: sequence.onlyInHours,
      nextAt,
      startedBy,
      startedAt: unit.now,
    })
    .run();
  noteFollowUpRuns(unit.tenant);
  unit.scheduleWake(FOLLOW_UPS_DUE, nextAt);
  recordTicketEvent(unit, "follow_up_started", ticket, ticket, startedBy, { name: sequence.name });
}

/**
 * `DELETE /tickets/{id}/follow-up`: stops the run; a ticket without one is returned unchanged. Throws 404
 * ERR_NO_TICKET_FOUND, 403 ERR_NO_PERMISSION, 409 ERR_TICKET_NOT_OPEN.
 */
export function stopFollowUp(ctx: UserCtx, ticketId: number): TicketAnswer {
  ctx.tenant.write((unit) => {
    const ticket = followable(ctx, ticketId);
    const run = runningRun(unit.tenant, ticket.id);
    if (run) endRun(unit, run, "stopped", ctx.actor.id);
  });
  return presentTicket(ctx.tenant, ticketId);
}

function followable(ctx: UserCtx, ticketId: number): Ticket {
  const ticket = visibleTicket(ctx, ticketId);
  if (!mayFollowUp(ctx.actor, ticket)) throw noPermission();
  if (ticket.status !== "open") throw ticketNotOpen();
  return ticket;
}

function checkTicket(unit: TenantUnit, ticket: Ticket): void {
  if (runningRun(unit.tenant, ticket.id)) throw followUpRunning();
  if (ticket.isGroup || ticket.lastCustomerMessageAt === null) throw notForThisTicket();
  if (!ticket.lastMessageFromMe) throw ticketChanged();
  const contact = contactById(unit.db, ticket.contactId);
  if (!contact || contact.blocked || contact.optedOutAt !== null)
    throw contactRefuses(contact?.blocked ?? true);
}

function checkFirstStep({ db }: TenantUnit, ticket: Ticket, { steps }: FollowUp, atMs: number): void {
  if (steps.some(({ text, fileId }) => text === "" && fileId === null))
    throw invalidFields({ followUpId: "invalid" });
  if (answerWindow(db, ticket, atMs) === "open") return;
  const { template = null, fileId = null } = steps[0] ?? {};
  if (!template || templateProblem(db, ticket.connectionId, template, fileId) !== null) throw windowClosed();
}

/** Returns the steps with copies of their files, because the files of the follow-up may be removed during the run. */
const copied = (unit: TenantUnit, steps: readonly Step[]): Step[] =>
  steps.map((step) => {
    const file = step.fileId === null ? undefined : mediaFileById(unit.db, step.fileId);
    return { ...step, fileId: file ? copyMediaFile(unit, file) : null };
  });

import { setting, timeZoneOf } from "#accounts/settings/index.ts";
import { findConnection } from "#channels/connections/index.ts";
import { isStoppedByBudget } from "#inbox/costs/index.ts";
import type { FollowUpEndReason } from "#inbox/follow-ups/contract.ts";
import * as sql from "#inbox/follow-ups/follow-ups.sql.ts";
import { runById } from "#inbox/follow-ups/queries.ts";
import type { FollowUpRun, Step } from "#inbox/follow-ups/schema.ts";
import { cancelUntried, createPlannedMessage, rendered } from "#inbox/messages/index.ts";
import {
  answerWindow,
  closeTicket,
  hasWindow,
  returnToQueue,
  type Ticket,
  ticketById,
} from "#inbox/tickets/index.ts";
import { contactById } from "#people/contacts/index.ts";
import { dayAt, startOfDay } from "#platform/dates.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { endRun } from "./end.ts";
import { FOLLOW_UPS_DUE } from "./start.ts";
import { nextDay, openAt } from "./times.ts";

/** Source name of steps in the outbox. */
export const SOURCE = "followup";
/** A step that is late by more than this is not sent, ms (docs/rules/follow-ups.md#times). */
const LATE_MS = 12 * 60 * 60_000;
/** Time between two steps on an unofficial connection, ms. */
const PACE_MS = 20_000;
/** A send whose outcome is not known yet is checked again after this time, ms. */
const AGAIN_MS = 60 * 60_000;
/** A close that is not settled in time is checked again after this time, ms. */
const SETTLING_MS = 1000;
/** Unprocessed inbound events older than this do not delay steps, ms. */
const FRESH_MS = 10 * 60_000;

/** `queued`: a message was queued; `waits`: nothing may be sent on the connection now. */
export type StepOutcome = "queued" | "waits" | "other";

/**
 * Performs the due work of a run: queues its step, performs its end action, postpones it to opening hours or the next day, or ends it
 * (docs/rules/follow-ups.md#times). The message, the row of the step and the run are written in one transaction, so a
 * killed process leaves all of them or none.
 */
export function runDueStep(unit: TenantUnit, runId: number): StepOutcome {
  const run = runById(unit.db, runId);
  if (run?.state !== "running" || run.nextAt === null || run.nextAt > unit.now) return "other";
  if (run.outboxId !== null) return expire(unit, run, run.outboxId);
  const ticket = ticketById(unit.db, run.ticketId);
  if (!ticket) return "other";
  if (ticket.status === "closed" && ticket.closeSettlesAt !== null)
    return postponed(unit, run, Math.max(ticket.closeSettlesAt, unit.now + SETTLING_MS));
  const obstacle = obstacleOf(unit, run, ticket, run.nextAt);
  if (obstacle) return ended(unit, run, obstacle);
  if (hasUnprocessed(unit, ticket)) return "waits";
  const opensAt = openAt(unit.tenant, ticket, run, unit.now);
  if (opensAt === null) return ended(unit, run, "too_late");
  if (opensAt > unit.now) return postponed(unit, run, opensAt);
  const step = run.steps[run.step];
  if (!step) return finish(unit, run, ticket);
  const pace = paceOf(unit, ticket);
  if (pace === "capped") return postponed(unit, run, nextDay(unit.tenant, ticket, run, unit.now));
  return pace === "waits" ? "waits" : queueStep(unit, run, ticket, step);
}

/** The reason why the run must end; null = it may continue. Checked before each step. */
function obstacleOf(
  unit: TenantUnit,
  run: FollowUpRun,
  ticket: Ticket,
  nextAt: number,
): FollowUpEndReason | null {
  if (ticket.status !== "open") return ticket.status === "closed" ? "closed" : "moved";
  if (ticket.connectionId !== run.connectionId) return "moved";
  if (findConnection(unit.db, ticket.connectionId) === undefined) return "connection_gone";
  if ((ticket.lastCustomerMessageAt ?? 0) > run.startedAt) return "customer_wrote";
  const contact = contactById(unit.db, ticket.contactId);
  if (!contact || contact.blocked) return "blocked";
  if (contact.optedOutAt !== null) return "opted_out";
  return nextAt < unit.now - LATE_MS ? "too_late" : null;
}

/** True when a stored message that is not processed yet may be the customer's answer. */
const hasUnprocessed = ({ db, now }: TenantUnit, { connectionId }: Ticket): boolean =>
  queryOne(db, sql.unprocessed, { connectionId, since: now - FRESH_MS }) !== undefined;

function paceOf(unit: TenantUnit, { connectionId }: Ticket): "free" | "waits" | "capped" {
  const connection = findConnection(unit.db, connectionId);
  if (!connection || hasWindow(connection)) return "free";
  const zone = timeZoneOf(unit.tenant);
  const since = startOfDay(dayAt(unit.now, zone), zone) ?? unit.now;
  const { n = 0, last = null } = queryOne(unit.db, sql.stepsSince, { connectionId, since }) ?? {};
  const cap = setting(unit.tenant, "followUpDailyCap");
  if (cap > 0 && n >= cap) return "capped";
  return last !== null && last > unit.now - PACE_MS ? "waits" : "free";
}

function queueStep(unit: TenantUnit, run: FollowUpRun, ticket: Ticket, step: Step): StepOutcome {
  const { tenant, db, now } = unit;
  const { id: runId, step: index } = run;
  const { contactId, connectionId } = ticket;
  const isOpen = answerWindow(db, ticket, now) === "open";
  const template = isOpen ? null : step.template;
  if (!isOpen && !template) return ended(unit, run, "window_closed");
  if (isStoppedByBudget(tenant, connectionId, "automatic")) return ended(unit, run, "send_failed");
  if (execute(db, sql.insertStep, { runId, step: index, connectionId, now }).changes === 0) return "other";
  const planned = createPlannedMessage(unit, {
    contactId,
    connectionId,
    text: step.text,
    fileId: step.fileId,
    ...(template && {
      template: {
        name: template.templateName,
        language: template.templateLanguage,
        values: (situation) => template.parameters.map((value) => rendered(tenant, value, situation)),
      },
    }),
    author: null,
    origin: "followup",
    source: SOURCE,
    sourceKey: `${runId}:${index}`,
  });
  if ("code" in planned) return ended(unit, run, reasonOf(planned.code));
  execute(db, sql.setMessage, { messageId: planned.messageId, runId, step: index });
  const { outboxId } = planned;
  execute(db, sql.advance, { step: index + 1, nextAt: now + LATE_MS, outboxId, id: runId });
  unit.scheduleWake(FOLLOW_UPS_DUE, now + LATE_MS);
  return "queued";
}

/** Maps the error code of a failed send to the end reason of the run. */
export function reasonOf(code: string | null): FollowUpEndReason {
  switch (code) {
    case "ERR_WINDOW_CLOSED":
    case "ERR_TEMPLATE_UNAVAILABLE":
      return "window_closed";
    case "ERR_CONTACT_BLOCKED":
      return "blocked";
    case "ERR_CONTACT_OPTED_OUT":
      return "opted_out";
    default:
      return "send_failed";
  }
}

/** Cancels a step that has waited in the outbox too long. A step whose send was attempted may have arrived and is not cancelled. */
function expire(unit: TenantUnit, run: FollowUpRun, outboxId: number): StepOutcome {
  // Unlinked first, so that the cancellation does not count as one by a person.
  execute(unit.db, sql.advance, { step: run.step, nextAt: unit.now, outboxId: null, id: run.id });
  if (cancelUntried(unit, outboxId)) return ended(unit, { ...run, outboxId: null }, "too_late");
  const nextAt = unit.now + AGAIN_MS;
  execute(unit.db, sql.advance, { step: run.step, nextAt, outboxId, id: run.id });
  return "other";
}

function postponed(unit: TenantUnit, { id, step }: FollowUpRun, nextAt: number): StepOutcome {
  execute(unit.db, sql.advance, { step, nextAt, outboxId: null, id });
  unit.scheduleWake(FOLLOW_UPS_DUE, nextAt);
  return "other";
}

function ended(unit: TenantUnit, run: FollowUpRun, reason: FollowUpEndReason): StepOutcome {
  endRun(unit, run, reason);
  return "other";
}

/** Performs the end of the sequence; a close needs neither required fields nor a resolution. */
function finish(unit: TenantUnit, run: FollowUpRun, ticket: Ticket): StepOutcome {
  endRun(unit, run, "finished");
  const { action } = run.ending;
  const current = ticketById(unit.db, ticket.id) ?? ticket;
  if (action === "return") returnToQueue(unit, current, null);
  if (action === "resolve" || action === "resolve_silent")
    closeTicket(unit, current, { reason: "inactivity", silent: action === "resolve_silent", userId: null });
  return "other";
}

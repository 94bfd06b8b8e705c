import { type HandoffReason, isSummarised } from "#automation/prompts/policy.ts";
import { announceQueued, type Ticket, withoutBot, writeBotFields } from "#inbox/tickets/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { hasAiMessage, lastCustomerMessageId, periodStart } from "./context.ts";
import { cancelAnswers, scheduleTask } from "./rows.ts";

/**
 * Passes the ticket to people, in `queueId` or its current queue, with the reason in its history, and schedules a
 * summary. The customer gets no message (docs/rules/prompts.md#hand-over).
 */
export function handOff(
  unit: TenantUnit,
  ticket: Ticket,
  { reason, queueId }: { readonly reason: HandoffReason; readonly queueId: number | null },
): void {
  const { promptId } = ticket;
  const waiting = writeBotFields(
    unit,
    ticket,
    { ...withoutBot(unit, ticket), queueId: queueId ?? ticket.queueId },
    { kind: "ai_handed_over", waits: true, facts: { reason } },
  );
  cancelAnswers(unit, ticket.id);
  if (isSummarised(reason)) scheduleSummary(unit, ticket.id, promptId);
  announceQueued(unit, waiting);
}

/** Schedules a summary for the person who takes the conversation, if the model has answered in it. */
export function scheduleSummary(unit: TenantUnit, ticketId: number, promptId: number | null): void {
  const messageId = lastCustomerMessageId(unit.db, ticketId);
  if (promptId === null || messageId === null) return;
  if (!hasAiMessage(unit.db, ticketId, periodStart(unit.db, ticketId))) return;
  scheduleTask(unit, "summary", { ticketId, promptId, messageId });
}

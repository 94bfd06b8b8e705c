import { type HandOverReason, isSummarised } from "#automation/prompts/policy.ts";
import { announceQueued, type Ticket, writeBotFields } from "#inbox/tickets/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { aiSpoke, attendanceSince, newestHeard } from "./conversation.ts";
import { cancelAnswers, scheduleTask } from "./rows.ts";

/**
 * The ticket waits for a person from now on, in `queueId` or where it is, with the reason in its trail; the summary
 * follows. Nothing is said to the customer by it (docs/rules/prompts.md#hand-over).
 */
export function handOver(
  unit: TenantUnit,
  ticket: Ticket,
  { reason, queueId }: { readonly reason: HandOverReason; readonly queueId: number | null },
): void {
  const { promptId } = ticket;
  const waiting = writeBotFields(
    unit,
    ticket,
    {
      ...ticket,
      queueId: queueId ?? ticket.queueId,
      chatbot: false,
      queueOptionId: null,
      optionTries: 0,
      useIntegration: false,
      integrationId: null,
      promptId: null,
      botEndedAt: unit.now,
    },
    { kind: "ai_handed_over", waits: true, facts: { reason } },
  );
  cancelAnswers(unit, ticket.id);
  if (isSummarised(reason)) askForSummary(unit, ticket.id, promptId);
  announceQueued(unit, waiting);
}

/** Whoever takes the conversation finds a summary, if the model has said anything in it. */
export function askForSummary(unit: TenantUnit, ticketId: number, promptId: number | null): void {
  const messageId = newestHeard(unit.db, ticketId);
  if (promptId === null || messageId === null) return;
  if (!aiSpoke(unit.db, ticketId, attendanceSince(unit.db, ticketId))) return;
  scheduleTask(unit, "summary", { ticketId, promptId, messageId });
}

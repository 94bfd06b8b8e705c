import { mayWork } from "#accounts/companies/index.ts";
import { setting } from "#accounts/settings/index.ts";
import { MessageReceived } from "#inbox/messages/events.ts";
import { TicketAccepted, TicketClosed, TicketTransferred } from "#inbox/tickets/events.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import { all } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import { PromptDeleting } from "./events.ts";
import { defaultPrompt, findPrompt } from "./queries.ts";
import { askForSummary, handOver } from "./turns/handoff.ts";
import { cancelAnswers, scheduleTask } from "./turns/rows.ts";

const TALKING = `SELECT id FROM ticket WHERE status = 'pending' AND prompt_id = ? AND use_integration = 1`;

/** A person who takes a conversation from a prompt finds a summary; a prompt that goes leaves its tickets to people. */
export function followOthers({ bus }: Installation): void {
  bus.within(TicketAccepted, (unit, { ticket, previous }) => {
    cancelAnswers(unit, ticket.id);
    if (previous.useIntegration) askForSummary(unit, ticket.id, previous.promptId);
  });
  bus.within(TicketTransferred, (unit, { ticket, previous, userId }) => {
    if (!previous.useIntegration || userId === null || ticket.promptId === previous.promptId) return;
    cancelAnswers(unit, ticket.id);
    askForSummary(unit, ticket.id, previous.promptId);
  });
  bus.within(TicketClosed, (unit, { ticket }) => cancelAnswers(unit, ticket.id));
  bus.within(PromptDeleting, (unit, { promptId }) => {
    const queueId = findPrompt(unit.db, promptId)?.queueId ?? null;
    for (const { id } of all<{ id: number }>(unit.db, TALKING, promptId)) {
      const ticket = ticketById(unit.db, id);
      if (ticket) handOver(unit, ticket, { reason: "deleted", queueId });
    }
  });
}

/**
 * `transcribeForAttendants`: recordings become words with the default prompt's key
 * (docs/rules/prompts.md#audio-and-files).
 */
export function transcribeForAttendants({ bus }: Installation): void {
  bus.within(MessageReceived, (unit, { message, ticket }) => {
    const { tenant } = unit;
    if (message.mediaType !== "audio" || !setting(tenant, "transcribeForAttendants")) return;
    if (!tenant.company.plan.useOpenAi || !mayWork(tenant)) return;
    // A prompt that talks listens by itself.
    if (ticketById(unit.db, ticket.id)?.promptId) return;
    const prompt = defaultPrompt(unit.db);
    if (prompt)
      scheduleTask(unit, "transcript", { ticketId: ticket.id, promptId: prompt.id, messageId: message.id });
  });
}

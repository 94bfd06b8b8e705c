import { mayWork } from "#accounts/companies/index.ts";
import { setting } from "#accounts/settings/index.ts";
import { MessageReceived } from "#inbox/messages/events.ts";
import { TicketAccepted, TicketClosed, TicketTransferred } from "#inbox/tickets/events.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { PromptDeleting } from "./events.ts";
import * as sql from "./prompts.sql.ts";
import { defaultPrompt, findPrompt } from "./queries.ts";
import { handOff, scheduleSummary } from "./turns/handoff.ts";
import { cancelAnswers, scheduleTask } from "./turns/rows.ts";

/** A person who takes a conversation from a prompt gets a summary; a deleted prompt passes its tickets to people. */
export function listenForHandoffs({ bus }: Installation): void {
  bus.within(TicketAccepted, (unit, { ticket, previous }) => {
    cancelAnswers(unit, ticket.id);
    if (previous.useIntegration) scheduleSummary(unit, ticket.id, previous.promptId);
  });
  bus.within(TicketTransferred, (unit, { ticket, previous, userId }) => {
    if (!previous.useIntegration || userId === null || ticket.promptId === previous.promptId) return;
    cancelAnswers(unit, ticket.id);
    scheduleSummary(unit, ticket.id, previous.promptId);
  });
  bus.within(TicketClosed, (unit, { ticket }) => cancelAnswers(unit, ticket.id));
  bus.within(PromptDeleting, (unit, { promptId }) => {
    const queueId = findPrompt(unit.db, promptId)?.queueId ?? null;
    for (const { id } of queryAll(unit.db, sql.ticketsOfPrompt, { promptId })) {
      const ticket = ticketById(unit.db, id);
      if (ticket) handOff(unit, ticket, { reason: "deleted", queueId });
    }
  });
}

/**
 * `transcribeForAttendants`: recordings are transcribed with the default prompt's key
 * (docs/rules/prompts.md#audio-and-files).
 */
export function listenForRecordings({ bus }: Installation): void {
  bus.within(MessageReceived, (unit, { message, ticket }) => {
    const { tenant } = unit;
    if (message.mediaType !== "audio" || !setting(tenant, "transcribeForAttendants")) return;
    if (!tenant.company.plan.useOpenAi || !mayWork(tenant)) return;
    // A prompt that has the conversation transcribes recordings during its own turn.
    if (ticketById(unit.db, ticket.id)?.promptId) return;
    const prompt = defaultPrompt(unit.db);
    if (prompt)
      scheduleTask(unit, "transcript", { ticketId: ticket.id, promptId: prompt.id, messageId: message.id });
  });
}

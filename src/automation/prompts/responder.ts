import { PromptExistsPort } from "#accounts/queues/index.ts";
import { BotPartnersPort } from "#automation/chatbot/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { findPrompt } from "./queries.ts";
import { newestHeard } from "./turns/conversation.ts";
import { scheduleAnswer } from "./turns/rows.ts";

/**
 * Prompts take their place among those who talk instead of the menu (docs/rules/queue-menu.md#chosen,
 * docs/rules/queue-menu.md#options, docs/rules/prompts.md#start-and-stop).
 */
export function joinPartners({ ports }: Installation): void {
  ports.plug(PromptExistsPort, (db, id) => findPrompt(db, id) !== undefined);
  ports.use(BotPartnersPort).join("prompt", {
    // Without a key nobody could talk: the ticket waits for a person at once.
    takes: ({ db, company }, id) => company.plan.useOpenAi && (findPrompt(db, id)?.apiKey ?? "") !== "",
    begin(unit, { ticket, message, id }) {
      // Handed over by a person: the customer's last words are what it answers.
      const messageId = message?.id ?? newestHeard(unit.db, ticket.id);
      if (messageId !== null) scheduleAnswer(unit, ticket.id, id, messageId);
    },
    hear: (unit, { ticket, message, id }) => scheduleAnswer(unit, ticket.id, id, message.id),
  });
}

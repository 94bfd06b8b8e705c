import { PromptExistsPort } from "#accounts/queues/index.ts";
import { BotRespondersPort } from "#automation/chatbot/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { findPrompt } from "./queries.ts";
import { lastCustomerMessageId } from "./turns/context.ts";
import { scheduleAnswer } from "./turns/rows.ts";

/**
 * Registers prompts as responders (docs/rules/queue-menu.md#chosen, docs/rules/queue-menu.md#options,
 * docs/rules/prompts.md#start-and-stop).
 */
export function registerResponder({ ports }: Installation): void {
  ports.plug(PromptExistsPort, (db, id) => findPrompt(db, id) !== undefined);
  ports.use(BotRespondersPort).join("prompt", {
    // Without a key the model cannot be called: the ticket waits for a person at once.
    takes: ({ db, company }, id) => company.plan.useOpenAi && (findPrompt(db, id)?.apiKey ?? "") !== "",
    begin(unit, { ticket, message, id }) {
      // After a transfer by a person the prompt answers the customer's last message.
      const messageId = message?.id ?? lastCustomerMessageId(unit.db, ticket.id);
      if (messageId !== null) scheduleAnswer(unit, ticket.id, id, messageId);
    },
    hear: (unit, { ticket, message, id }) => scheduleAnswer(unit, ticket.id, id, message.id),
  });
}

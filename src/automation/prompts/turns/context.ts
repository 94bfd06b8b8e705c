import type { Thinking } from "#automation/prompts/engine/run-model.ts";
import { cleanName } from "#automation/prompts/engine/system-prompt.ts";
import type { Reach } from "#automation/prompts/engine/tools.ts";
import { type HandoffReason, MAX_AGE_MS, mayAnswer } from "#automation/prompts/policy.ts";
import { findPrompt } from "#automation/prompts/queries.ts";
import { isBudgetUsedUp } from "#automation/prompts/runs/usage.ts";
import type { PromptRow, TurnRow } from "#automation/prompts/schema.ts";
import { rendered } from "#inbox/messages/index.ts";
import { type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { contactById } from "#people/contacts/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./context.sql.ts";
import { periodStart } from "./conversation.ts";
import { answersGiven } from "./rows.ts";

/** The rows that tools may refer to: the company's queues and tags. */
const reachOf = ({ db }: Tenant): Reach => ({
  queues: queryAll(db, sql.queues),
  tags: queryAll(db, sql.tags),
});

/** The input of the model without the messages. */
export function thinkingOf(tenant: Tenant, prompt: PromptRow, contactName: string): Omit<Thinking, "lines"> {
  const { secrets } = tenant.installation;
  const clear = (sealed: string) => (sealed === "" ? "" : secrets.decrypt(sealed));
  return {
    situation: {
      contactName,
      prompt: filledPrompt(tenant, prompt, contactName),
      maxTokens: prompt.maxTokens,
    },
    reach: reachOf(tenant),
    model: { model: prompt.model, temperature: prompt.temperature },
    secrets: [clear(prompt.apiKey), clear(prompt.voiceKey)],
  };
}

/** The admin's text with its variables. The contact's name is cleaned before it reaches the model. */
const filledPrompt = (tenant: Tenant, { prompt, queueId }: PromptRow, contactName: string): string =>
  rendered(tenant, prompt, { ticket: null, contactId: 0, contactName: cleanName(contactName), queueId });

/** The context of a turn that may run. */
export interface Scene {
  readonly ticket: Ticket;
  readonly prompt: PromptRow;
  /** Start of the ticket period, ms. */
  readonly since: number;
  readonly contactName: string;
}

/** The context of a turn; or the reason of a handoff; null when it must not answer. */
export function sceneOf(
  tenant: Tenant,
  turn: TurnRow,
): Scene | { readonly ticket: Ticket; readonly handoff: HandoffReason } | null {
  const ticket = ticketById(tenant.db, turn.ticketId);
  if (!ticket || !mayAnswer(ticket, turn.promptId)) return null;
  const contact = contactById(tenant.db, ticket.contactId);
  if (!contact || contact.disableBot) return null;
  const prompt = findPrompt(tenant.db, turn.promptId ?? 0);
  if (!prompt) return { ticket, handoff: "deleted" };
  if (!tenant.company.plan.useOpenAi) return { ticket, handoff: "switched_off" };
  if (tenant.clock.now() - turn.createdAt > MAX_AGE_MS) return { ticket, handoff: "too_late" };
  const since = periodStart(tenant.db, ticket.id);
  if (answersGiven(tenant.db, ticket.id, since) >= prompt.maxTurns) return { ticket, handoff: "max_turns" };
  if (isBudgetUsedUp(tenant, prompt)) return { ticket, handoff: "budget" };
  return { ticket, prompt, since, contactName: contact.name };
}

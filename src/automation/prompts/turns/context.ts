import type { Thinking } from "#automation/prompts/engine/run-model.ts";
import { cleanName } from "#automation/prompts/engine/system-prompt.ts";
import type { Named, Reach } from "#automation/prompts/engine/tools.ts";
import { type HandOverReason, maySpeak, TOO_LATE_MS } from "#automation/prompts/policy.ts";
import { findPrompt } from "#automation/prompts/queries.ts";
import { isUsedUp } from "#automation/prompts/runs/usage.ts";
import type { PromptRow, TurnRow } from "#automation/prompts/schema.ts";
import { rendered } from "#inbox/messages/index.ts";
import { type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { contactById } from "#people/contacts/index.ts";
import { all } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { attendanceSince } from "./conversation.ts";
import { answersGiven } from "./rows.ts";

const QUEUES = "SELECT id, name FROM queue ORDER BY order_queue, id LIMIT 100";
const TAGS = "SELECT id, name FROM tag ORDER BY name, id LIMIT 100";

/** What the tools of a prompt may name: the company's own queues and tags. */
const reachOf = ({ db }: Tenant): Reach => ({
  queues: all<Named>(db, QUEUES),
  tags: all<Named>(db, TAGS),
});

/** Everything but the lines that a prompt thinks with. */
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

/** The admin's words with their variables. What a customer wrote as a name is cleaned before it reaches the model. */
const filledPrompt = (tenant: Tenant, { prompt, queueId }: PromptRow, contactName: string): string =>
  rendered(tenant, prompt, { ticket: null, contactId: 0, contactName: cleanName(contactName), queueId });

/** A turn that may be taken. */
export interface Scene {
  readonly ticket: Ticket;
  readonly prompt: PromptRow;
  /** Since when the attendance runs, ms. */
  readonly since: number;
  readonly contactName: string;
}

/** What a turn finds when it is taken: the scene, or why a person is to come, or that nobody is to speak. */
export function sceneOf(
  tenant: Tenant,
  turn: TurnRow,
): Scene | { readonly ticket: Ticket; readonly handOver: HandOverReason } | null {
  const ticket = ticketById(tenant.db, turn.ticketId);
  if (!ticket || !maySpeak(ticket, turn.promptId)) return null;
  const contact = contactById(tenant.db, ticket.contactId);
  if (!contact || contact.disableBot) return null;
  const prompt = findPrompt(tenant.db, turn.promptId ?? 0);
  if (!prompt) return { ticket, handOver: "deleted" };
  if (!tenant.company.plan.useOpenAi) return { ticket, handOver: "switched_off" };
  if (tenant.clock.now() - turn.createdAt > TOO_LATE_MS) return { ticket, handOver: "too_late" };
  const since = attendanceSince(tenant.db, ticket.id);
  if (answersGiven(tenant.db, ticket.id, since) >= prompt.maxTurns) return { ticket, handOver: "max_turns" };
  if (isUsedUp(tenant, prompt)) return { ticket, handOver: "budget" };
  return { ticket, prompt, since, contactName: contact.name };
}

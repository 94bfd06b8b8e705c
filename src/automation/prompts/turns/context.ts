import type { Line, Thinking } from "#automation/prompts/engine/run-model.ts";
import { cleanName } from "#automation/prompts/engine/system-prompt.ts";
import type { Reach } from "#automation/prompts/engine/tools.ts";
import { type HandoffReason, MAX_AGE_MS, mayAnswer } from "#automation/prompts/policy.ts";
import { findPrompt } from "#automation/prompts/queries.ts";
import { isBudgetUsedUp } from "#automation/prompts/runs/runs.ts";
import type { PromptRow, TurnRow } from "#automation/prompts/schema.ts";
import { rendered } from "#inbox/messages/index.ts";
import { runningTracking, type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { contactById } from "#people/contacts/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./conversation.sql.ts";
import { answersGiven } from "./rows.ts";

/** A message of the customer, as far as a turn needs it. */
export interface CustomerMessage {
  readonly id: number;
  readonly body: string;
  readonly mediaType: string | null;
  readonly mediaId: number | null;
  readonly transcript: string | null;
}

/** Start of the current ticket period, ms; 0 when there is none. */
export const periodStart = (db: Db, ticketId: number): number =>
  runningTracking(db, ticketId)?.createdAt ?? 0;

const MAX_LENGTH = 4000;

/**
 * The last `limit` texts and transcripts of a ticket period, oldest first: ours as assistant, the customer's as user.
 */
export const linesOf = (db: Db, ticketId: number, since: number, limit: number): readonly Line[] =>
  queryAll(db, sql.lastTexts, { ticketId, since, limit })
    .reverse()
    .map(({ body, transcript, fromMe }) => ({
      role: fromMe === 1 ? "assistant" : "user",
      text: (transcript ?? body).slice(0, MAX_LENGTH),
    }));

/** The customer's messages since the last answer, oldest first. */
export const messagesSince = (
  db: Db,
  ticketId: number,
  since: number,
  upToId: number,
): readonly CustomerMessage[] => queryAll(db, sql.unanswered, { ticketId, since, upToId }).reverse();

/** Whether the customer wrote after this message. */
export const hasNewerMessage = (db: Db, ticketId: number, messageId: number): boolean =>
  queryOne(db, sql.newerThan, { ticketId, messageId }) !== undefined;

/** The id of the customer's last message; null without one. */
export const lastCustomerMessageId = (db: Db, ticketId: number): number | null =>
  queryOne(db, sql.lastOfCustomer, { ticketId })?.id ?? null;

export const hasAiMessage = (db: Db, ticketId: number, since: number): boolean =>
  queryOne(db, sql.aiMessage, { ticketId, since }) !== undefined;

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

import type { Line } from "#automation/prompts/engine/run-model.ts";
import { runningTracking } from "#inbox/tickets/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import * as sql from "./conversation.sql.ts";

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

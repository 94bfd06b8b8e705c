import { createMessageForAttendant as say } from "#inbox/messages/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./ratings.sql.ts";

const QUESTION = "Como você avalia o nosso atendimento?";
const CHOICES = "*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito Satisfeito";
const HINT = "Responda apenas com 1, 2 ou 3.";

const textOf = (
  unit: TenantUnit,
  { connectionId, queueId }: Ticket,
  statement: typeof sql.completionText,
): string => queryOne(unit.db, statement, { connectionId, queueId })?.text ?? "";

/**
 * Sends the completion text of the queue, else of the connection; without a configured text nothing is sent
 * (docs/rules/tickets.md#close).
 */
export const sayCompletion = (unit: TenantUnit, ticket: Ticket): void =>
  void say(unit, ticket, textOf(unit, ticket, sql.completionText));

export const sayInactive = (unit: TenantUnit, ticket: Ticket): void =>
  void say(
    unit,
    ticket,
    queryOne(unit.db, sql.inactivityText, { connectionId: ticket.connectionId })?.text ?? "",
  );

/** Sends the rating question with its choices (docs/rules/ratings.md#request). */
export function askForRating(unit: TenantUnit, ticket: Ticket): void {
  const question = textOf(unit, ticket, sql.ratingText).trim() || QUESTION;
  say(unit, ticket, `${question}\n\n${CHOICES}`);
}

export const sayHint = (unit: TenantUnit, ticket: Ticket): void => void say(unit, ticket, HINT);

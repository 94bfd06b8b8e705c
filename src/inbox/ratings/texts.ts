import { createMessageForAttendant as say } from "#inbox/messages/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { one } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const COMPLETION = `SELECT coalesce(nullif(trim(q.completion_message), ''), w.completion_message) AS text
  FROM connection w LEFT JOIN queue q ON q.id = ?2 WHERE w.id = ?1`;
const RATING = `SELECT coalesce(nullif(trim(q.rating_message), ''), w.rating_message) AS text
  FROM connection w LEFT JOIN queue q ON q.id = ?2 WHERE w.id = ?1`;
const INACTIVE = "SELECT expires_inactive_message AS text FROM connection WHERE id = ?1";

const QUESTION = "Como você avalia o nosso atendimento?";
const CHOICES = "*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito Satisfeito";
const HINT = "Responda apenas com 1, 2 ou 3.";

const configured = (unit: TenantUnit, sql: string, ...of: readonly (number | null)[]): string =>
  one<{ text: string }>(unit.db, sql, ...of)?.text ?? "";

/** The queue's words, else the connection's; none configured, none said (docs/rules/tickets.md#close). */
export const sayCompletion = (unit: TenantUnit, ticket: Ticket): void =>
  void say(unit, ticket, configured(unit, COMPLETION, ticket.connectionId, ticket.queueId));

export const sayInactive = (unit: TenantUnit, ticket: Ticket): void =>
  void say(unit, ticket, configured(unit, INACTIVE, ticket.connectionId));

/** The question and what can be answered (docs/rules/ratings.md#request). */
export function askForRating(unit: TenantUnit, ticket: Ticket): void {
  const question = configured(unit, RATING, ticket.connectionId, ticket.queueId).trim() || QUESTION;
  say(unit, ticket, `${question}\n\n${CHOICES}`);
}

export const sayHint = (unit: TenantUnit, ticket: Ticket): void => void say(unit, ticket, HINT);

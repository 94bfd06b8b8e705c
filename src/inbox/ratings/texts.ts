import { languageOf } from "#accounts/settings/index.ts";
import { createMessageForAttendant as say } from "#inbox/messages/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { queryOne } from "#platform/db/query.ts";
import { defineTexts } from "#platform/i18n/define-texts.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";
import * as sql from "./ratings.sql.ts";

/** The customer reads these in the company's language. */
const textsIn = defineTexts("ratings", { pt, en, es });

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
  const t = textsIn(languageOf(unit.tenant));
  const question = textOf(unit, ticket, sql.ratingText).trim() || t("question");
  say(unit, ticket, `${question}\n\n${t("choices")}`);
}

export const sayHint = (unit: TenantUnit, ticket: Ticket): void =>
  void say(unit, ticket, textsIn(languageOf(unit.tenant))("hint"));

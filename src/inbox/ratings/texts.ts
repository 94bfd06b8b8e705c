import { languageOf } from "#accounts/settings/index.ts";
import { createAutomaticMessage, createMessageForAttendant as say } from "#inbox/messages/index.ts";
import { type RatingScale, ratesOf } from "#inbox/tickets/contract.ts";
import { type Ticket, userOf } from "#inbox/tickets/index.ts";
import { queryOne } from "#platform/db/query.ts";
import { defineTexts } from "#platform/i18n/define-texts.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";
import * as sql from "./ratings.sql.ts";

/** Texts to the customer, in the company's language. */
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

/**
 * Sends the rating question with its choices, where the channel has them as buttons or a list
 * (docs/rules/ratings.md#request). False when nothing can be sent, for example after the answer window.
 */
export function askForRating(unit: TenantUnit, ticket: Ticket, scale: RatingScale): boolean {
  const t = textsIn(languageOf(unit.tenant));
  const configured = textOf(unit, ticket, sql.ratingText).trim();
  const question = configured || t(scale === "nps" ? "questionNps" : "question");
  const labels = labelsOf(unit, scale);
  const lines = labels.flatMap(({ rate, label }) => (label === "" ? [] : [`*${rate}* - ${label}`]));
  const sent = createAutomaticMessage(unit, {
    ticket,
    text: `${question}\n\n${lines.join("\n")}`,
    origin: "system",
    user: userOf(unit.db, ticket.userId) ?? undefined,
    menu: {
      words: question,
      options: labels.map(({ rate, label }) => ({
        id: `rate:${rate}`,
        title: scale === "nps" ? String(rate) : label,
      })),
      style: "button",
    },
  });
  return sent !== undefined;
}

/** The ratings of a scale with their names; on `nps` only the lowest and the highest have a name. */
function labelsOf(unit: TenantUnit, scale: RatingScale): { readonly rate: number; readonly label: string }[] {
  const t = textsIn(languageOf(unit.tenant));
  const names: Readonly<Record<RatingScale, Readonly<Record<number, string>>>> = {
    three: { 1: t("three.1"), 2: t("three.2"), 3: t("three.3") },
    five: { 1: t("five.1"), 2: t("five.2"), 3: t("five.3"), 4: t("five.4"), 5: t("five.5") },
    nps: { 0: t("nps.0"), 10: t("nps.10") },
  };
  return ratesOf(scale).map((rate) => ({ rate, label: names[scale][rate] ?? "" }));
}

export const sayHint = (unit: TenantUnit, ticket: Ticket, scale: RatingScale): void =>
  void say(unit, ticket, textsIn(languageOf(unit.tenant))(`hint.${scale}`));

/** Sends the question for the reason of a rating; false when nothing can be sent. */
export const askForReason = (unit: TenantUnit, ticket: Ticket): boolean =>
  say(unit, ticket, textsIn(languageOf(unit.tenant))("reason")) !== undefined;

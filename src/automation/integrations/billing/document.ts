/** Lengths of CPF and CNPJ; only digits count. */
import { findIntegration } from "#automation/integrations/queries.ts";
import { sessionOf, storeDocument } from "#automation/integrations/responder/sessions.ts";
import type { InboundRedaction } from "#inbox/messages/index.ts";

const CPF = 11;
const CNPJ = 14;
/** Any number long enough to identify a person, with separators between the digits. */
const LONG_NUMBER = /\d(?:[\s./-]*\d){8,}/g;

export const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** The document in a text, with valid check digits; undefined without one. */
export function documentIn(text: string): string | undefined {
  const digits = digitsOf(text);
  return isDocument(digits) ? digits : undefined;
}

function isDocument(digits: string): boolean {
  if (/^(\d)\1*$/.test(digits)) return false;
  if (digits.length === CPF) return hasCheckDigits(digits, 11);
  return digits.length === CNPJ && hasCheckDigits(digits, 9);
}

/** The check digit is computed with weights from right to left: 2 up to `highest`, then again from 2. */
function hasCheckDigits(digits: string, highest: number): boolean {
  const body = digits.slice(0, -2);
  const first = checkDigit(body, highest);
  return digits === `${body}${first}${checkDigit(`${body}${first}`, highest)}`;
}

function checkDigit(digits: string, highest: number): number {
  let sum = 0;
  let weight = 2;
  for (const digit of [...digits].reverse()) {
    sum += Number(digit) * weight;
    weight = weight === highest ? 2 : weight + 1;
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** The formatted document, as billing systems store it. */
export const written = (digits: string): string =>
  digits.length === CPF
    ? digits.replace(/(...)(...)(...)(..)/, "$1.$2.$3-$4")
    : digits.replace(/(..)(...)(...)(....)(..)/, "$1.$2.$3/$4-$5");

/** Masks documents in a text: `***.456.789-**`, `**.345.678/0001-**`; other long numbers are masked completely. */
export const masked = (text: string): string => text.replace(LONG_NUMBER, maskedNumber);

function maskedNumber(found: string): string {
  const digits = digitsOf(found);
  if (digits.length === CPF) return `***.${digits.slice(3, 6)}.${digits.slice(6, 9)}-**`;
  if (digits.length === CNPJ)
    return `**.${digits.slice(2, 5)}.${digits.slice(5, 8)}/${digits.slice(8, 12)}-**`;
  return "*".repeat(digits.length);
}

/**
 * Masks documents in messages to a billing bot before they are stored; the turn gets the original text encrypted
 * (docs/rules/integrations.md#billing-look-ups).
 */
export const redactDocuments: InboundRedaction = (unit, ticket, text, isEdit) => {
  if (!ticket.useIntegration || ticket.integrationId === null) return text;
  if (findIntegration(unit.db, ticket.integrationId)?.type !== "billing") return text;
  const stored = masked(text);
  if (stored !== text && !isEdit && sessionOf(unit.db, ticket.id))
    storeDocument(unit, ticket.id, unit.tenant.installation.secrets.encrypt(text));
  return stored;
};

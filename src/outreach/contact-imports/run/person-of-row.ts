import * as v from "valibot";
import type { ColumnRole, RowProblem } from "#outreach/contact-imports/contract.ts";
import type { ImportedPerson } from "#people/contacts/index.ts";
import { internationalNumber } from "#people/contacts/index.ts";

/** Settings by which the cells of an import are read. */
export interface Reading {
  readonly columns: readonly string[];
  readonly mapping: readonly ColumnRole[];
  /** Country code prepended to numbers without one; "" = none. */
  readonly countryCode: string;
}
export type ReadRow =
  | { readonly person: ImportedPerson }
  | { readonly reason: RowProblem; readonly person: ImportedPerson };

/** Limits of a contact (docs/rules/forms.md#lengths, docs/rules/contacts.md#number-check). */
const NAME = { fewest: 2, most: 50 };
const DIGITS = { fewest: 8, most: 20 };
const MOST_EXTRA_NAME = 50;
const MOST_EXTRA_VALUE = 500;
const MOST_EXTRAS = 50;

const Email = v.pipe(v.string(), v.maxLength(254), v.email());

/** Reads one row of a file as a contact, or returns why it cannot be used. Does not check the number with the network. */
export function personOfRow(cells: readonly string[], reading: Reading): ReadRow {
  const { mapping } = reading;
  const at = (role: ColumnRole): string => {
    const index = mapping.indexOf(role);
    return index < 0 ? "" : (cells[index] ?? "").trim();
  };
  const typed = at("number");
  const name = at("name").replace(/\s+/g, " ");
  const number = numberOf(typed, reading.countryCode);
  const person = { number, name, email: at("email"), extras: extrasOf(cells, reading) };
  const reason = problemOf(typed, person);
  return reason ? { reason, person } : { person };
}

function problemOf(typed: string, { number, name, email }: ImportedPerson): RowProblem | null {
  if (typed === "") return "number_missing";
  // A number in scientific notation (5,51E+12) has lost its last digits.
  if (/\d[eE][+-]?\d/.test(typed)) return "number_invalid";
  if (number.length < DIGITS.fewest || number.length > DIGITS.most) return "number_invalid";
  const letters = [...name].length;
  if (letters > 0 && letters < NAME.fewest) return "name_too_short";
  if (letters > NAME.most) return "name_too_long";
  if (email !== "" && !v.is(Email, email)) return "email_invalid";
  return null;
}

/**
 * Reads Brazilian numbers as people type them; for other countries the code is prepended to numbers of area and
 * subscriber.
 */
function numberOf(typed: string, countryCode: string): string {
  if (countryCode === "55" || countryCode === "") return internationalNumber(typed, countryCode);
  const digits = internationalNumber(typed, "");
  const local = digits.replace(/^0+/, "");
  const isNational = !/^(?:\+|00)/.test(typed.trim()) && (local.length === 10 || local.length === 11);
  return isNational ? countryCode + local : digits;
}

function extrasOf(cells: readonly string[], { columns, mapping }: Reading): ImportedPerson["extras"] {
  return mapping
    .flatMap((role, index) => {
      const value = (cells[index] ?? "").trim().slice(0, MOST_EXTRA_VALUE);
      if (role !== "extra" || value === "") return [];
      const name = (columns[index] ?? "").trim().slice(0, MOST_EXTRA_NAME) || `Coluna ${index + 1}`;
      return [{ name, value }];
    })
    .slice(0, MOST_EXTRAS);
}

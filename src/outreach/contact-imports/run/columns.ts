import * as v from "valibot";
import type { ColumnRole, RowProblem } from "#outreach/contact-imports/contract.ts";
import { type ImportedPerson, type ImportedValue, internationalNumber } from "#people/contacts/index.ts";
import { type Field, storedForm, valueOfText } from "#people/fields/index.ts";
import { fold } from "#platform/text.ts";

/** Headings of docs/rules/imports.md#contacts, without case, accents, and characters that are not letters. */
const HEADINGS: Readonly<Record<string, ColumnRole>> = {
  nome: "name",
  name: "name",
  numero: "number",
  number: "number",
  telefone: "number",
  phone: "number",
  celular: "number",
  email: "email",
};
/** Less common headings; used only for roles that the headings above did not fill. */
const ALSO: Readonly<Record<string, ColumnRole>> = {
  nomecompleto: "name",
  fullname: "name",
  nombre: "name",
  cliente: "name",
  contato: "name",
  whatsapp: "number",
  fone: "number",
  tel: "number",
  telefono: "number",
  movil: "number",
  mobile: "number",
  phonenumber: "number",
  numerodowhatsapp: "number",
  numerodetelefone: "number",
  telefonecelular: "number",
  correo: "email",
  correio: "email",
  emailaddress: "email",
};

const wordOf = (heading: string): string => fold(heading).replace(/[^a-z]/g, "");

/** The column of identities in our own export. It is ignored, because a file cannot prove who owns an identity. */
const IDENTITIES: readonly string[] = ["identidades", "identities"];

/**
 * Maps headings to roles: the first column of each role counts, other columns are extra information, and columns
 * without a heading are ignored.
 */
export function columnRoles(headings: readonly string[]): ColumnRole[] {
  const roles: (ColumnRole | null)[] = headings.map(() => null);
  for (const words of [HEADINGS, ALSO])
    headings.forEach((heading, index) => {
      const role = words[wordOf(heading)];
      if (role && roles[index] === null && !roles.includes(role)) roles[index] = role;
    });
  const isIgnored = (heading = "") => heading.trim() === "" || IDENTITIES.includes(wordOf(heading));
  return roles.map((role, index) => role ?? (isIgnored(headings[index]) ? "ignore" : "extra"));
}

/** Whether a mapping chosen by a user is valid: every role but extra and ignore occurs at most once. */
export function isPossible(mapping: readonly ColumnRole[]): boolean {
  return (["name", "number", "email"] as const).every(
    (role) => mapping.filter((other) => other === role).length <= 1,
  );
}

/** Settings by which the cells of an import are read. */
interface Reading {
  readonly columns: readonly string[];
  readonly mapping: readonly ColumnRole[];
  /** Country code prepended to numbers without one; "" = none. */
  readonly countryCode: string;
  /** Custom fields of contacts that a column may fill by its label or key. */
  readonly fields?: readonly Field[];
}
type ReadRow =
  | { readonly person: ImportedPerson; readonly isFieldInvalid: boolean }
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
  const { fields, isFieldInvalid } = fieldsOf(cells, reading);
  const person = { number, name, email: at("email"), extras: extrasOf(cells, reading), fields };
  const reason = problemOf(typed, person);
  return reason ? { reason, person } : { person, isFieldInvalid };
}

/** The custom field that the column of this heading fills. */
function fieldOf({ columns, fields = [] }: Reading, index: number): Field | undefined {
  const heading = fold((columns[index] ?? "").trim());
  return fields.find(({ key, label }) => heading === key || heading === fold(label));
}

/** A value that does not fit its field is left out. */
function fieldsOf(cells: readonly string[], reading: Reading) {
  const fields: ImportedValue[] = [];
  let isFieldInvalid = false;
  reading.mapping.forEach((role, index) => {
    const field = role === "extra" ? fieldOf(reading, index) : undefined;
    if (!field) return;
    const value = valueOfText(field, cells[index] ?? "");
    const rows = value === undefined ? undefined : storedForm(field, value);
    if (!rows) isFieldInvalid = true;
    else if (rows.length > 0) fields.push({ fieldId: field.id, rows });
  });
  return { fields, isFieldInvalid };
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

function extrasOf(cells: readonly string[], reading: Reading): ImportedPerson["extras"] {
  const { columns, mapping } = reading;
  return mapping
    .flatMap((role, index) => {
      const value = (cells[index] ?? "").trim().slice(0, MOST_EXTRA_VALUE);
      if (role !== "extra" || value === "" || fieldOf(reading, index)) return [];
      const name = (columns[index] ?? "").trim().slice(0, MOST_EXTRA_NAME) || `Coluna ${index + 1}`;
      return [{ name, value }];
    })
    .slice(0, MOST_EXTRAS);
}

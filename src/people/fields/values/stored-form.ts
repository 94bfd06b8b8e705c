import { type FieldKind, type FieldValue, MAX_TEXT } from "#people/fields/contract.ts";
import { startOfDay } from "#platform/dates.ts";
import { fold } from "#platform/text.ts";

/** A value in the columns of `field_value`. */
export interface StoredValue {
  readonly text: string | null;
  readonly num: number | null;
  readonly folded: string | null;
}
type Defined = { readonly kind: FieldKind; readonly choices: readonly string[] };

/** Larger numbers would lose digits as `REAL`. */
const MAX_NUMBER = 999_999_999_999;

/** Whether the text is a day that exists, as `YYYY-MM-DD`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && startOfDay(text, "UTC") !== undefined;

const ofText = (text: string): StoredValue => ({ text, num: null, folded: fold(text) });
const ofNumber = (num: number): StoredValue => ({ text: null, num, folded: null });
const ofDay = (day: string): StoredValue => ({
  text: day,
  num: Number(day.replaceAll("-", "")),
  folded: null,
});

/**
 * The rows of a new value, [] = no value, undefined = the value does not fit the field. `kept`: choices that the owner already has;
 * they remain valid although the field no longer offers them.
 */
export function storedForm(
  { kind, choices }: Defined,
  value: FieldValue | null,
  kept: readonly string[] = [],
): readonly StoredValue[] | undefined {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return [];
  const isChoice = (text: string) => choices.includes(text) || kept.includes(text);
  switch (kind) {
    case "text": {
      const text = typeof value === "string" ? value.trim() : undefined;
      if (text === undefined || text.length > MAX_TEXT) return undefined;
      return text === "" ? [] : [ofText(text)];
    }
    case "number":
      return typeof value === "number" && Math.abs(value) <= MAX_NUMBER ? [ofNumber(value)] : undefined;
    case "date":
      return typeof value === "string" && isDay(value) ? [ofDay(value)] : undefined;
    case "choice":
      return typeof value === "string" && isChoice(value) ? [ofText(value)] : undefined;
    case "multi":
      return Array.isArray(value) && value.every(isChoice)
        ? [...new Set(value)].map((text) => ofText(text))
        : undefined;
    case "yes_no":
      return typeof value === "boolean" ? [ofNumber(value ? 1 : 0)] : undefined;
  }
}

/** The value of these rows of one field on the wire. */
export function wireForm(kind: FieldKind, rows: readonly Omit<StoredValue, "folded">[]): FieldValue {
  const [first] = rows;
  if (kind === "multi") return rows.map(({ text }) => text ?? "");
  if (kind === "number") return first?.num ?? 0;
  if (kind === "yes_no") return first?.num === 1;
  return first?.text ?? "";
}

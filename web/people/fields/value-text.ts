import type { FieldAnswer, FieldValue } from "#people/fields/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { formatDate } from "#web/lib/format/dates.ts";
import { fieldTexts } from "./locales/index.ts";

/** A value as rows show it. */
export function valueText({ kind }: Pick<FieldAnswer, "kind">, value: FieldValue): string {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return text(fieldTexts, value ? "value.yes" : "value.no");
  if (typeof value === "number") return formatNumber(value);
  return kind === "date" ? formatDate(`${value}T12:00:00`) : value;
}

/** A number as typed, with comma or point; undefined = not a number. */
export function typedNumber(typed: string): number | undefined {
  const bare = typed.trim().replace(/\s/g, "");
  const isGrouped = /^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(bare);
  const plain = isGrouped ? bare.replaceAll(".", "").replace(",", ".") : bare.replace(",", ".");
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

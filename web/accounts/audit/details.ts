import { type AuditEntry, CENTS, FLAGS, isReason, WORDED } from "#accounts/audit/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { pageLanguage } from "#web/i18n/language.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import type { AuditTexts } from "./locales/index.ts";

/** The details of an entry as short texts. */
export function detailsOf(
  t: Translate<AuditTexts>,
  { kind, details }: AuditEntry,
  settingName: (key: string) => string,
): readonly string[] {
  const { fields = [], values = {}, count, reason, route } = details;
  const isShown = (field: string) => values[field]?.every(isPlain) === true;
  const changes = fields.filter(isShown);
  const others = fields.filter((field) => !isShown(field));
  const nameOf = (field: string) => (kind === "setting" ? settingName(field) : namedField(t, field));
  const shown = (field: string, value: string | null | undefined) => {
    if (!value) return t("line.none");
    if (FLAGS.includes(field)) return t(value === "1" ? "value.yes" : "value.no");
    if (field === CENTS) return formatMoney(Number(value) / 100, pageLanguage());
    return kind === "setting" || WORDED.includes(field) ? worded(t, value) : value;
  };
  return [
    ...changes.map((field) =>
      t("line.change", {
        field: nameOf(field),
        from: shown(field, values[field]?.[0]),
        to: shown(field, values[field]?.[1]),
      }),
    ),
    ...(others.length === 0 ? [] : [others.map(nameOf).join(", ")]),
    ...(count === undefined ? [] : [t("line.count", { count })]),
    ...(reason === undefined ? [] : [isReason(reason) ? t(`reason.${reason}`) : reason]),
    ...(route === undefined ? [] : [route]),
  ];
}

/** Lists and tables are not readable as a short text. */
const isPlain = (value: string | null): boolean => value === null || !/^[[{]/.test(value);

/** Translated values are shown in the language of the page. */
function worded(t: Translate<AuditTexts>, value: string): string {
  const key = `value.${value}` as "value.yes";
  const text = t(key);
  return text === key ? value : text;
}

/** An older entry may name a field that no longer exists. */
export function namedField(t: Translate<AuditTexts>, field: string): string {
  const key = `field.${field}` as "field.name";
  const text = t(key);
  return text === key ? field.replaceAll("_", " ") : text;
}

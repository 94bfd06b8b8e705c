import type { AuditLine } from "#audit/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { isNamed } from "./fields.ts";
import type { pt } from "./locales/pt.ts";

const REASONS = ["replay", "password", "revoked", "bin"] as const;
type Reason = (typeof REASONS)[number];
const isReason = (text: string): text is Reason => (REASONS as readonly string[]).includes(text);

const WORDS = ["enabled", "disabled", "admin", "supervisor", "user"] as const;
type Word = (typeof WORDS)[number];
const isWord = (text: string): text is Word => (WORDS as readonly string[]).includes(text);

/** What a line says beside who, what and when, piece by piece. */
export function detailsOf(
  t: Translate<typeof pt>,
  { kind, details }: AuditLine,
  settingName: (key: string) => string,
): readonly string[] {
  const { fields = [], values = {}, count, reason, route } = details;
  const changes = fields.filter((field) => values[field] !== undefined);
  const others = fields.filter((field) => values[field] === undefined);
  const nameOf = (field: string) => (kind === "setting" ? settingName(field) : namedField(t, field));
  const shown = (value: string | null | undefined) =>
    !value ? t("line.none") : isWord(value) ? t(`value.${value}`) : value;
  return [
    ...changes.map((field) =>
      t("line.change", {
        field: nameOf(field),
        from: shown(values[field]?.[0]),
        to: shown(values[field]?.[1]),
      }),
    ),
    ...(others.length === 0 ? [] : [others.map(nameOf).join(", ")]),
    ...(count === undefined ? [] : [t("line.count", { count })]),
    ...(reason === undefined ? [] : [isReason(reason) ? t(`reason.${reason}`) : reason]),
    ...(route === undefined ? [] : [route]),
  ];
}

const namedField = (t: Translate<typeof pt>, field: string): string =>
  isNamed(field) ? t(`field.${field}`) : field.replaceAll("_", " ");

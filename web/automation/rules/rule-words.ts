import { CONDITION_FIELDS, WITHOUT_DATA } from "#inbox/conditions/shape/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { pageLanguage } from "#web/i18n/language.ts";
import type { Choices, ConditionWords } from "#web/inbox/tickets/views/condition-words.ts";
import type pt from "./locales/pt.json";

type Words = Translate<typeof pt>;

/** The fields that conditions of rules can have, those of the event first. */
const RULE_FIELDS: readonly string[] = Object.entries(CONDITION_FIELDS)
  .filter(([field, { except }]) => !except?.includes("rule") && !WITHOUT_DATA.has(field))
  .map(([field]) => field)
  .toSorted((a, b) => Number(isOfEvent(b)) - Number(isOfEvent(a)));

function isOfEvent(field: string): boolean {
  return CONDITION_FIELDS[field]?.except?.includes("view") ?? false;
}
/** The day of the week in the language of the page. */
const weekday = (day: number): string =>
  new Intl.DateTimeFormat(pageLanguage(), { weekday: "long", timeZone: "UTC" }).format(
    Date.UTC(2026, 1, 1 + day),
  );

/** The labels of the fields that only rules have. */
export const ruleConditionWords = (t: Words, campaigns: Choices): ConditionWords => ({
  fields: RULE_FIELDS,
  fieldName: (field) =>
    isOfEvent(field) ? t(`field.${field.replace(".", "_") as "message_text"}`) : undefined,
  opName: (op) => (op === "contains_word" ? t("op.contains_word") : undefined),
  wordName(field, item) {
    if (field === "time.weekday") return weekday(Number(item));
    const [kind] = (["message_kind", "time_hours"] as const).filter((one) => one === field.replace(".", "_"));
    return kind ? t(`word.${kind}.${item}` as "word.message_kind.text") : undefined;
  },
  help: (field) => (field === "time.between" ? t("value.between") : undefined),
  choices: (field) => (field === "campaign.id" ? campaigns : undefined),
});

/** Where conditions are only shown. */
export const NO_CAMPAIGNS: Choices = { items: [], load: () => undefined };

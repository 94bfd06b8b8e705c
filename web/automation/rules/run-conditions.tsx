import type { Condition } from "#inbox/conditions/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { viewTexts } from "#web/inbox/tickets/views/locales/index.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { ruleTexts } from "./locales/index.ts";
import { NO_CAMPAIGNS, ruleConditionWords } from "./rule-words.ts";

export interface ShownCondition {
  readonly field: string;
  readonly op: string;
  readonly value?: unknown;
  readonly found: string | null;
  readonly ok: boolean | null;
  /** The value found is the current one. */
  readonly asOfToday?: boolean;
}

/** The conditions of a run with the values found; the first failed one is highlighted. */
export function RunConditions({ conditions }: { readonly conditions: readonly ShownCondition[] }) {
  const t = useText(ruleTexts);
  const views = useText(viewTexts);
  if (conditions.length === 0) return null;
  const words = ruleConditionWords(t, NO_CAMPAIGNS);
  const failed = conditions.findIndex(({ ok }) => ok === false);
  const nameOf = (field: string) =>
    words.fieldName(field) ??
    fieldList.all.value.find(({ key }) => `field.${key}` === field)?.label ??
    views(`field.${field.replace(".", "_") as "status"}`);
  return (
    <ul className="run-conditions" aria-label={t("log.conditions")}>
      {conditions.map(({ field, op, value, found, ok, asOfToday }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id and their order is fixed
          key={index}
          data-ok={ok === true ? "yes" : "no"}
        >
          <span aria-hidden="true">{ok === true ? "✓" : "✗"}</span>
          <span>
            {nameOf(field)} {words.opName(op) ?? views(`op.${op as "in"}`)}{" "}
            {wordsOf(value, (item) => words.wordName(field, item))}
          </span>
          <span className="run-found">
            {t("log.found", { value: found ?? t("log.nothing") })}
            {asOfToday ? ` · ${t("dry.today")}` : ""}
            {index === failed ? ` · ${t("log.first")}` : ""}
          </span>
        </li>
      ))}
    </ul>
  );
}

type Value = Condition["value"];
function wordsOf(value: unknown, nameOf: (item: string | number) => string | undefined): string {
  const items = (Array.isArray(value) ? value : [value]) as readonly Value[];
  return items
    .map((item) =>
      typeof item === "string" || typeof item === "number"
        ? (nameOf(item) ?? String(item))
        : String(item ?? ""),
    )
    .join(", ");
}

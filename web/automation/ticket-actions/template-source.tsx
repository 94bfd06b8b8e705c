import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import type { TemplateAnswer, TemplateChoice } from "#channels/templates/contract.ts";
import { TemplateFields } from "#web/channels/templates/template-fields.tsx";
import { useTemplates } from "#web/channels/templates/use-templates.ts";
import { useText } from "#web/i18n/use-text.ts";
import { actionTexts } from "#web/inbox/tickets/ticket-actions/locales/index.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { Select } from "#web/ui/select/select.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import type { ActionFieldsProps } from "./action-fields.tsx";

/** The template of an official number and its values, which may have variables. */
export function TemplateSource({ draft, onChange }: Pick<ActionFieldsProps, "draft" | "onChange">) {
  useSignals();
  const t = useText(actionTexts);
  const [numberId, setNumberId] = useState<number | null>(null);
  useEffect(() => void connections.open(), []);
  const numbers = connections.list.value.filter(({ provider }) => provider === "cloud");
  const number = numbers.find(({ id }) => id === numberId)?.id ?? numbers[0]?.id ?? null;
  const loaded = useTemplates(number);
  const isKnown = connections.state.value === "ready";
  const templates = number === null && isKnown ? [] : loaded;
  const value = choiceOf(draft, templates ?? []);
  if (number === null && isKnown && value === null)
    return <Callout tone="info">{t("edit.noNumber")}</Callout>;
  return (
    <>
      {numbers.length > 1 ? (
        <Select
          label={t("edit.number")}
          options={numbers.map(({ id, name: label }) => ({ id, label }))}
          value={number}
          onChange={setNumberId}
        />
      ) : null}
      <TemplateFields
        label={t("edit.template")}
        help={t("edit.templateHelp")}
        templates={templates}
        value={value}
        onChange={(choice) => onChange({ ...choice })}
      />
    </>
  );
}

/** The stored choice. A choice without a language means the first template with its name. */
function choiceOf(
  draft: ActionFieldsProps["draft"],
  templates: readonly TemplateAnswer[],
): TemplateChoice | null {
  const { templateName, templateLanguage, parameters } = draft;
  if (typeof templateName !== "string") return null;
  return {
    templateName,
    templateLanguage: String(
      templateLanguage ?? templates.find(({ name }) => name === templateName)?.language ?? "",
    ),
    parameters: [...((parameters as readonly string[] | undefined) ?? [])],
  };
}

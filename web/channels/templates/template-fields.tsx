import { chosenOf, type TemplateAnswer, type TemplateChoice } from "#channels/templates/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { VariableChipsProps } from "#web/inbox/variables/variable-chips.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { templateTexts } from "./locales/index.ts";
import { SkeletonLines } from "./skeleton-lines.tsx";
import { emptyChoice } from "./template-choice.ts";
import { ValueField } from "./value-field.tsx";

interface Props extends Pick<VariableChipsProps, "braces"> {
  readonly label: string;
  /** Null while they load. */
  readonly templates: readonly TemplateAnswer[] | null;
  readonly value: TemplateChoice | null;
  readonly onChange: (choice: TemplateChoice | null) => void;
  /** Label of the option "none"; omitted where a template is required. */
  readonly none?: string;
  readonly help?: string;
  readonly error?: string | null;
  /** Variables that can be inserted into the values. Default: those of texts to one customer. */
  readonly variables?: VariableChipsProps["names"];
  readonly isReadOnly?: boolean;
  /** Prices by category, shown beside the names. */
  readonly prices?: ReadonlyMap<string, string>;
  /** False: the phone of the recipient is not known, which an authentication template needs. */
  readonly hasPhone?: boolean;
}

export function TemplateFields({
  label,
  templates,
  value,
  onChange,
  none,
  help,
  error = null,
  variables,
  braces,
  isReadOnly = false,
  prices,
  hasPhone = true,
}: Props) {
  const t = useText(templateTexts);
  if (templates === null) return <SkeletonLines />;
  const usable = templates.filter((template) => template.usable);
  const chosen = chosenOf(templates, value);
  const isGone = value !== null && !chosen?.usable;
  if (usable.length === 0 && value === null && none === undefined)
    return <Callout tone="info">{t("choose.none")}</Callout>;
  const parameters = value?.parameters ?? [];
  return (
    <>
      <Select<number>
        label={label}
        placeholder={t("choose.placeholder")}
        {...(help === undefined ? {} : { help })}
        error={error}
        isDisabled={isReadOnly}
        options={[
          ...(none === undefined ? [] : [{ id: 0, label: none }]),
          ...(isGone && value ? [{ id: GONE, label: value.templateName, isDisabled: true }] : []),
          ...usable.map(({ id, name, language, category }) => {
            const isOut = !hasPhone && category === "AUTHENTICATION";
            const parts = [language, prices?.get(category), isOut ? t("choose.needsPhone") : ""];
            return { id, label: name, detail: parts.filter(Boolean).join(" · "), isDisabled: isOut };
          }),
        ]}
        value={isGone ? GONE : (chosen?.id ?? (none === undefined ? null : 0))}
        onChange={(id) => {
          const found = usable.find((template) => template.id === id);
          onChange(found ? emptyChoice(found) : null);
        }}
      />
      {isGone ? <Callout tone="danger">{t("choose.gone")}</Callout> : null}
      {isGone
        ? null
        : chosen?.variables.map((name, index) => (
            <ValueField
              // biome-ignore lint/suspicious/noArrayIndexKey: heading and body may have a variable of the same name
              key={`${chosen.id}:${index}`}
              label={t("choose.value", { name: `{{${name}}}` })}
              value={parameters[index] ?? ""}
              {...(variables && { names: variables })}
              {...(braces && { braces })}
              isReadOnly={isReadOnly}
              onChange={(text) =>
                onChange({ ...emptyChoice(chosen), parameters: replaced(parameters, index, text) })
              }
            />
          ))}
    </>
  );
}

/** Adds an option for the chosen template if it is no longer available. */
const GONE = -1;
const replaced = (values: readonly string[], index: number, text: string): string[] =>
  Object.assign([...values], { [index]: text });

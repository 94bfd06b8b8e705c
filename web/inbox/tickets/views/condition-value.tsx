import { useSignals } from "@preact/signals-react/runtime";
import { useContext } from "react";
import type { Condition } from "#inbox/conditions/contract.ts";
import { CONDITION_FIELDS, customKeyOf, type ValueKind } from "#inbox/conditions/shape/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { colleagues, queues, tags } from "#web/inbox/tickets/reference-data.ts";
import { resolutionList } from "#web/inbox/tickets/resolutions/resolutions-store.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { MultiSelect, type Pickable } from "#web/ui/select/multi-select.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { type Choice, type Choices, ConditionWordsContext } from "./condition-words.ts";
import { viewTexts } from "./locales/index.ts";

interface Props {
  readonly condition: Condition;
  readonly kind: ValueKind;
  readonly onChange: (value: Condition["value"]) => void;
}
type Item = string | number | null;
const itemsOf = (value: Condition["value"]): readonly Item[] =>
  Array.isArray(value) ? value : typeof value === "string" && value !== "" ? [value] : [];

/** The value of a condition, by its kind. */
export function ConditionValue({ condition, kind, onChange }: Props) {
  useSignals();
  const t = useText(viewTexts);
  const { field, value } = condition;
  const label = t("edit.value");
  const other = useContext(ConditionWordsContext);
  const choices = useChoices(condition, kind);
  if (kind === "none") return null;
  if (choices) {
    const chosen = itemsOf(value);
    return (
      <MultiSelect
        label={label}
        trigger={
          choices.items
            .filter(({ item }) => chosen.includes(item))
            .map(({ name }) => name)
            .join(", ") || t("value.choose")
        }
        items={choices.items}
        chosen={choices.items.filter(({ item }) => chosen.includes(item)).map(({ id }) => id)}
        onChange={(ids) =>
          onChange(choices.items.filter(({ id }) => ids.includes(id)).map(({ item }) => item))
        }
        onOpen={choices.load}
        emptyText={t("value.none")}
      />
    );
  }
  if (kind === "flag")
    return (
      <Select
        label={label}
        hideLabel
        options={[
          { id: "yes", label: t("value.yes") },
          { id: "no", label: t("value.no") },
        ]}
        value={value === false ? "no" : "yes"}
        onChange={(id) => onChange(id === "yes")}
      />
    );
  if (kind === "number")
    return (
      <TextField
        label={label}
        hideLabel
        inputMode="numeric"
        maxLength={9}
        value={typeof value === "number" ? String(value) : ""}
        onChange={(typed) => onChange(typed.trim() === "" ? undefined : Number(typed.replace(/\D/g, "")))}
      />
    );
  const isDay = kind === "day";
  return (
    <TextField
      label={label}
      hideLabel
      maxLength={200}
      placeholder={isDay ? t("value.day") : ""}
      help={
        isDay
          ? undefined
          : (other?.help(field) ?? t(field === "contact.number" ? "value.numberHelp" : "value.textHelp"))
      }
      value={itemsOf(value).join(",")}
      onChange={(typed) => onChange(isDay ? typed : typed === "" ? [] : typed.split(",").slice(0, 20))}
    />
  );
}

/** What can be chosen as a value; null for a typed one. `item` is stored, `id` is that of the picker. */
function useChoices({ field }: Condition, kind: ValueKind): Choices | null {
  const t = useText(viewTexts);
  const other = useContext(ConditionWordsContext);
  const byId = (rows: readonly Pickable[], load: () => void, extra: readonly Choice[] = []): Choices => ({
    items: [...extra, ...rows.map((row) => ({ ...row, item: row.id }))],
    load,
  });
  const none: Choice = { id: -1, name: t("value.none"), item: null };
  const ofOther = other?.choices(field);
  if (ofOther) return ofOther;
  const key = customKeyOf(field);
  if (key !== undefined) {
    const definition = fieldList.all.value.find((one) => one.key === key);
    if (kind !== "texts" || !definition || definition.choices.length === 0) return null;
    return {
      items: definition.choices.map((name, id) => ({ id: id + 1, name, item: name })),
      load: () => undefined,
    };
  }
  if (kind === "words")
    return {
      items: (CONDITION_FIELDS[field]?.words ?? []).map((item, id) => ({
        id: id + 1,
        item,
        name:
          other?.wordName(field, item) ?? t(`word.${field === "priority" ? "p" : ""}${item}` as "word.open"),
      })),
      load: () => undefined,
    };
  if (kind === "people")
    return byId(colleagues.all.value, () => void colleagues.need(), [
      { id: -1, name: t("value.me"), item: "me" },
      { id: -2, name: t("value.nobody"), item: "nobody" },
    ]);
  if (kind !== "ids") return null;
  if (field === "queue") return byId(queues.all.value, () => void queues.need(), [none]);
  if (field === "connection") return byId(connections.list.value, () => void connections.open());
  if (field === "resolution") return byId(resolutionList.all.value, () => void resolutionList.need(), [none]);
  return byId(tags.all.value, () => void tags.need());
}

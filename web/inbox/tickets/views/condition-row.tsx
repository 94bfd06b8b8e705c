import { useSignals } from "@preact/signals-react/runtime";
import Trash2 from "lucide-react/icons/trash-2";
import { useContext } from "react";
import type { Condition } from "#inbox/conditions/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { conditionOn, opsOf, VIEW_FIELDS, withOp } from "./condition-model.ts";
import { ConditionValue } from "./condition-value.tsx";
import { ConditionWordsContext } from "./condition-words.ts";
import { viewTexts } from "./locales/index.ts";

interface Props {
  readonly condition: Condition;
  /** null removes it. */
  readonly onChange: (condition: Condition | null) => void;
}

/** One condition: field, operator and value. */
export function ConditionRow({ condition, onChange }: Props) {
  useSignals();
  const t = useText(viewTexts);
  const other = useContext(ConditionWordsContext);
  const fields = fieldList.all.value;
  const ops = opsOf(condition.field, fields);
  const names = [
    ...(other?.fields ?? VIEW_FIELDS).map((id) => ({
      id,
      label: other?.fieldName(id) ?? t(`field.${id.replace(".", "_") as "status"}`),
    })),
    ...fields.map(({ key, of, label }) => ({
      id: `field.${key}`,
      label: of === "contact" ? t("value.ofContact", { label }) : label,
    })),
  ];
  return (
    <div className="condition">
      <Select
        label={t("edit.field")}
        hideLabel
        options={names}
        value={condition.field}
        onChange={(field) => onChange(conditionOn(field, fields))}
      />
      <Select
        label={t("edit.op")}
        hideLabel
        options={Object.keys(ops).map((id) => ({ id, label: other?.opName(id) ?? t(`op.${id as "in"}`) }))}
        value={condition.op}
        onChange={(op) => onChange(withOp(condition, op, fields))}
      />
      <ConditionValue
        condition={condition}
        kind={ops[condition.op] ?? "none"}
        onChange={(value) => {
          const { value: _before, ...rest } = condition;
          onChange(value === undefined ? rest : { ...rest, value });
        }}
      />
      <IconButton label={t("edit.remove")} size="s" onPress={() => onChange(null)}>
        <Trash2 />
      </IconButton>
    </div>
  );
}

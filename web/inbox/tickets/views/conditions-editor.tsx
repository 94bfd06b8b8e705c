import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import {
  type Condition,
  type ConditionGroup,
  type Conditions,
  MAX_CONDITIONS,
} from "#inbox/conditions/contract.ts";
import { everyCondition, isGroup, nodesOf } from "#inbox/conditions/shape/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { conditionOn, groupBy, joinedBy, type Node, replaced } from "./condition-model.ts";
import { ConditionRow } from "./condition-row.tsx";
import { viewTexts } from "./locales/index.ts";
import "./conditions-editor.css";

interface Props {
  readonly value: Conditions;
  readonly error: string | null;
  readonly onChange: (value: Conditions) => void;
}
const FIRST = conditionOn("priority", []);

/** Edits a tree of conditions (docs/rules/conditions.md#shape). */
export function ConditionsEditor({ value, error, onChange }: Props) {
  const t = useText(viewTexts);
  const { joined, nodes } = nodesOf<Node>(value);
  const isFull = everyCondition(value).length >= MAX_CONDITIONS;
  const change = (next: readonly Node[]) => onChange(joinedBy(joined, next));
  return (
    <fieldset className="conditions">
      <legend className="field-label">{t("edit.conditions")}</legend>
      <Join value={joined} onChange={(how) => onChange(joinedBy(how, nodes))} />
      {nodes.map((node, index) =>
        isGroup(node) ? (
          <Group
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id, and their place is what changes
            key={index}
            group={node}
            isFull={isFull}
            onChange={(next) => change(replaced(nodes, index, next))}
          />
        ) : (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id, and their place is what changes
            key={index}
            condition={node}
            onChange={(next) => change(replaced(nodes, index, next))}
          />
        ),
      )}
      <div className="conditions-add">
        <Button size="s" icon={<Plus />} isDisabled={isFull} onPress={() => change([...nodes, FIRST])}>
          {t("edit.add")}
        </Button>
        <Button
          size="s"
          variant="ghost"
          isDisabled={isFull}
          onPress={() => change([...nodes, groupBy(joined === "all" ? "any" : "all", [FIRST])])}
        >
          {t("edit.addGroup")}
        </Button>
      </div>
      {isFull ? <p className="field-help">{t("edit.many", { limit: MAX_CONDITIONS })}</p> : null}
      {error ? (
        <p className="field-error" role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

function Join({
  value,
  onChange,
}: {
  readonly value: "all" | "any";
  readonly onChange: (how: "all" | "any") => void;
}) {
  const t = useText(viewTexts);
  const options = (["all", "any"] as const).map((id) => ({ id, label: t(`edit.${id}`) }));
  return <Select label={t("edit.join")} hideLabel options={options} value={value} onChange={onChange} />;
}

interface GroupProps {
  readonly group: ConditionGroup;
  readonly isFull: boolean;
  /** null removes it. */
  readonly onChange: (group: ConditionGroup | null) => void;
}

function Group({ group, isFull, onChange }: GroupProps) {
  const t = useText(viewTexts);
  const { joined, nodes } = nodesOf<Condition>(group);
  return (
    <fieldset className="conditions conditions-group" aria-label={t("edit.addGroup")}>
      <div className="condition">
        <Join value={joined} onChange={(how) => onChange(groupBy(how, nodes))} />
        <IconButton label={t("edit.removeGroup")} size="s" onPress={() => onChange(null)}>
          <Trash2 />
        </IconButton>
      </div>
      {nodes.map((condition, index) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no id, and their place is what changes
          key={index}
          condition={condition}
          onChange={(next) => {
            const left = replaced(nodes, index, next);
            onChange(left.length === 0 ? null : groupBy(joined, left));
          }}
        />
      ))}
      <Button
        size="s"
        icon={<Plus />}
        isDisabled={isFull}
        onPress={() => onChange(groupBy(joined, [...nodes, FIRST]))}
      >
        {t("edit.add")}
      </Button>
    </fieldset>
  );
}

import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import GripVertical from "lucide-react/icons/grip-vertical";
import History from "lucide-react/icons/history";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import type { RuleAnswer } from "#automation/rules/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { ruleTexts } from "./locales/index.ts";
import { reasonText } from "./reason-text.ts";

interface Props {
  readonly rule: RuleAnswer;
  readonly at: number;
  readonly count: number;
  readonly isDropTarget: boolean;
  /** False on phones: rules are read and switched there, neither ordered nor deleted. */
  readonly isEditable: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onDrag: () => void;
  readonly onDragOver: () => void;
  readonly onDrop: () => void;
  readonly onEdit: () => void;
  readonly onLog: () => void;
  readonly onRemove: () => void;
}

/** One rule of the list: its sentence, the figures of its runs, its switch. */
export function RuleRow(props: Props) {
  const { rule, at, count, isEditable } = props;
  const t = useText(ruleTexts);
  const { name } = rule;
  return (
    <li
      className={classNames("rule-row", !rule.active && "rule-off", props.isDropTarget && "rule-drop")}
      draggable={isEditable}
      tabIndex={isEditable ? 0 : undefined}
      aria-label={t("list.row", { name, at: at + 1, count })}
      data-rule={rule.id}
      onKeyDown={(event) => {
        if (!isEditable || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
        event.preventDefault();
        props.onMove(event.key === "ArrowUp" ? -1 : 1);
      }}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        props.onDrag();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        props.onDragOver();
      }}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop();
      }}
    >
      {isEditable ? <GripVertical className="rule-grip" aria-hidden="true" /> : null}
      <div className="rule-words">
        <strong dir="auto">{name}</strong>
        <span>
          {t("form.when")} {t(`event.${rule.event}`)}
        </span>
        <span>
          {rule.fired === 0 ? t("list.never") : t("list.fired", { count: rule.fired })}
          {rule.lastFailure ? ` · ${t("list.failed", { error: reasonText(rule.lastFailure.code, t) })}` : ""}
        </span>
      </div>
      <div className="rule-chips">
        {rule.stop ? <Chip>{t("list.stop")}</Chip> : null}
        {rule.missingUserIds.length > 0 ? <Chip tone="danger">{t("list.missing")}</Chip> : null}
      </div>
      <Switch
        label={t("list.on", { name })}
        className="rule-switch"
        value={rule.active}
        onChange={props.onSwitch}
      />
      <div className="rule-actions">
        <IconButton label={t("list.log", { name })} onPress={props.onLog}>
          <History />
        </IconButton>
        <IconButton label={t("list.edit", { name })} onPress={props.onEdit}>
          <Pencil />
        </IconButton>
        {isEditable ? <MoreMenu {...props} /> : null}
      </div>
    </li>
  );
}

function MoreMenu({ rule: { name }, at, count, onMove, onRemove }: Props) {
  const t = useText(ruleTexts);
  return (
    <Menu
      label={t("list.more", { name })}
      placement="bottom end"
      items={[
        { id: "up", label: t("list.up", { name }), isDisabled: at === 0, onAction: () => onMove(-1) },
        {
          id: "down",
          label: t("list.down", { name }),
          isDisabled: at === count - 1,
          onAction: () => onMove(1),
        },
        {
          id: "delete",
          label: t("list.remove", { name }),
          icon: <Trash2 aria-hidden="true" />,
          tone: "danger",
          onAction: onRemove,
        },
      ]}
      trigger={
        <IconButton label={t("list.more", { name })}>
          <EllipsisVertical />
        </IconButton>
      }
    />
  );
}

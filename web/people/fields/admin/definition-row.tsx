import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import type { QueueRef } from "#accounts/queues/contract.ts";
import type { FieldAnswer } from "#people/fields/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { fieldTexts } from "#web/people/fields/locales/index.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { MoveButtons } from "#web/ui/button/move-buttons.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { toast } from "#web/ui/toast/toast.ts";

interface Props {
  readonly field: FieldAnswer;
  readonly queues: readonly QueueRef[];
  readonly at: number;
  readonly count: number;
  readonly onMove: (by: 1 | -1) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  readonly onTakeExtra: () => void;
}

/** One field of the admin's list: what it is, where it is used, and its actions. */
export function DefinitionRow(props: Props) {
  const { field, queues, at, count, onMove, onEdit, onRemove, onTakeExtra } = props;
  const t = useText(fieldTexts);
  const name = field.label;
  const menu = [
    ...(field.of === "contact" ? [{ id: "extra", label: t("list.takeExtra"), onAction: onTakeExtra }] : []),
    {
      id: "delete",
      label: t("list.delete", { name }),
      icon: <Trash2 aria-hidden="true" />,
      tone: "danger" as const,
      onAction: onRemove,
    },
  ];
  return (
    <li className={classNames("definition", !field.active && "definition-off")}>
      <div className="definition-order">
        <MoveButtons
          up={t("list.up", { name })}
          down={t("list.down", { name })}
          at={at}
          count={count}
          onMove={onMove}
        />
      </div>
      <div className="definition-words">
        <strong dir="auto">{name}</strong>
        <span>
          {t(`kind.${field.kind}`)}
          {field.choices.length > 0 ? ` · ${field.choices.join(", ")}` : ""}
        </span>
      </div>
      <button
        type="button"
        className="definition-key"
        aria-label={t("list.copy", { name: field.key })}
        onClick={() => void copyVariable(field.key)}
      >
        {`{{${field.key}}}`}
      </button>
      <div className="definition-chips">
        {field.active ? null : <Chip>{t("list.inactive")}</Chip>}
        {field.required ? <Chip tone="waiting">{t("list.required")}</Chip> : null}
        {field.inList ? <Chip tone="primary">{t("list.inList")}</Chip> : null}
        {queues
          .filter(({ id }) => field.queueIds.includes(id))
          .map((queue) => (
            <Chip key={queue.id} color={queue.color}>
              {queue.name}
            </Chip>
          ))}
      </div>
      <div className="definition-actions">
        <IconButton label={t("list.edit", { name })} onPress={onEdit}>
          <Pencil />
        </IconButton>
        <Menu
          label={t("list.more", { name })}
          placement="bottom end"
          items={menu}
          trigger={
            <IconButton label={t("list.more", { name })}>
              <EllipsisVertical />
            </IconButton>
          }
        />
      </div>
    </li>
  );
}

async function copyVariable(key: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(`{{${key}}}`);
    toast.success(text(fieldTexts, "list.copied"));
  } catch (error) {
    toast.failure(error);
  }
}

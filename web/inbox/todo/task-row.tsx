import { useSignals } from "@preact/signals-react/runtime";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { todoTexts } from "./locales/index.ts";
import type { TodoModel } from "./todo-model.ts";
import type { Task } from "./todo-store.ts";

interface Props {
  readonly task: Task;
  readonly model: TodoModel;
  /** True where a task can only be ticked, not changed or deleted. */
  readonly isFixed?: boolean;
}

/** A task as a row: check box, text, times, and buttons to edit and delete. */
export function TaskRow({ task, model, isFixed = false }: Props) {
  useSignals();
  const t = useText(todoTexts);
  const words = useText(common);
  const { id, text, done, createdAt, updatedAt } = task;
  const remove = () => {
    const undo = model.remove(id);
    toast.info(t("row.deleted"), { label: words("action.undo"), run: undo });
  };
  return (
    <li
      className={classNames(
        "todo-row",
        done && "todo-row-done",
        model.editing.value === id && "todo-row-editing",
      )}
    >
      <Checkbox
        label={t("row.done", { text })}
        hideLabel
        value={done}
        onChange={(value) => model.setDone(id, value)}
      />
      <div className="todo-words">
        <span className="todo-text">{text}</span>
        <small>
          {t("row.created", { time: formatDateTime(createdAt) })}
          {updatedAt === createdAt ? null : ` · ${t("row.updated", { time: formatDateTime(updatedAt) })}`}
        </small>
      </div>
      {isFixed ? null : (
        <>
          <IconButton label={t("row.edit", { text })} onPress={() => model.edit(id)}>
            <Pencil />
          </IconButton>
          <IconButton label={t("row.delete", { text })} variant="danger" onPress={remove}>
            <Trash2 />
          </IconButton>
        </>
      )}
    </li>
  );
}

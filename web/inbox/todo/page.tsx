import { useSignals } from "@preact/signals-react/runtime";
import ListChecks from "lucide-react/icons/list-checks";
import { useEffect, useMemo, useRef } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { session } from "#web/lib/session/session.ts";
import { storageScopeOf } from "#web/lib/storage/storage-scope.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { todoTexts } from "./locales/index.ts";
import { TaskRow } from "./task-row.tsx";
import { TodoModel } from "./todo-model.ts";
import { indexedTasks } from "./todo-store.ts";
import "./todo.css";

/** The user's private to-do list, stored in the browser without any request (docs/rules/screens.md#other-pages). */
export function TodoPage() {
  useSignals();
  const t = useText(todoTexts);
  const person = session.user.value ? storageScopeOf(session.user.value) : "";
  const model = useMemo(() => new TodoModel({ person, store: indexedTasks() }), [person]);
  useEffect(() => void model.load(), [model]);
  const tasks = model.tasks.value;
  const left = model.openCount.value;
  return (
    <div className="page todo">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
        {tasks.length > 0 ? (
          <p className="todo-count" role="status">
            {left === 0 ? t("page.allDone") : t("page.open", { count: left })}
          </p>
        ) : null}
      </header>
      {model.unstored.value ? <Callout tone="waiting">{t("page.notStored")}</Callout> : null}
      <TaskForm model={model} />
      <div className="panel" aria-busy={!model.ready.value}>
        {model.ready.value && tasks.length === 0 ? (
          <EmptyState picture={<ListChecks />} title={t("page.emptyTitle")} text={t("page.emptyText")} />
        ) : null}
        <ul className="todo-list" aria-label={t("page.title")}>
          {tasks.map((task) => (
            <TaskRow key={task.id} task={task} model={model} />
          ))}
        </ul>
      </div>
      <p className="todo-note">{t("page.private")}</p>
    </div>
  );
}

function TaskForm({ model }: { readonly model: TodoModel }) {
  useSignals();
  const t = useText(todoTexts);
  const words = useText(common);
  const input = useRef<HTMLInputElement>(null);
  const editing = model.editing.value;
  useEffect(() => {
    if (editing !== null) input.current?.focus();
  }, [editing]);
  return (
    <form
      className="todo-form"
      onSubmit={(event) => {
        event.preventDefault();
        model.submit();
        input.current?.focus();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && editing !== null) model.cancel();
      }}
    >
      <TextField
        label={t("form.task")}
        hideLabel
        placeholder={t("form.task")}
        inputRef={input}
        maxLength={500}
        autoFocus={hasKeyboard()}
        value={model.text.value}
        onChange={(text) => {
          model.text.value = text;
        }}
      />
      {editing === null ? null : <Button onPress={() => model.cancel()}>{words("action.cancel")}</Button>}
      <Button type="submit" variant="primary">
        {t(editing === null ? "form.add" : "form.save")}
      </Button>
    </form>
  );
}

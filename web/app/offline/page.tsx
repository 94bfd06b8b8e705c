import { useSignals } from "@preact/signals-react/runtime";
import CloudOff from "lucide-react/icons/cloud-off";
import Copy from "lucide-react/icons/copy";
import { useEffect, useMemo, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { TaskRow } from "#web/inbox/todo/task-row.tsx";
import { TodoModel } from "#web/inbox/todo/todo-model.ts";
import { indexedTasks } from "#web/inbox/todo/todo-store.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { brand } from "#web/lib/page/brand.ts";
import { session } from "#web/lib/session/session.ts";
import type { Draft } from "#web/lib/storage/drafts.ts";
import { indexedDrafts } from "#web/lib/storage/drafts-store.ts";
import { storedScope } from "#web/lib/storage/storage-scope.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { offlineTexts } from "./locales/index.ts";
import "#web/inbox/todo/todo.css";
import "./offline.css";

/** The page without a network: the user's drafts and to-dos, which are stored in this browser. */
export function OfflinePage() {
  useSignals();
  const t = useText(offlineTexts);
  const person = storedScope() ?? "";
  const tasks = useMemo(() => new TodoModel({ person, store: indexedTasks() }), [person]);
  useEffect(() => void tasks.load(), [tasks]);
  useEffect(() => {
    const again = () => void session.start();
    globalThis.addEventListener("online", again);
    return () => globalThis.removeEventListener("online", again);
  }, []);
  return (
    <main className="offline" id="main">
      <div className="offline-banner" role="status">
        <CloudOff aria-hidden="true" />
        <div>
          <h1>{t("page.title")}</h1>
          <p>{t("page.text", { brand: brand.value.name })}</p>
        </div>
        <Button onPress={() => void session.start()}>{t("page.now")}</Button>
      </div>
      <Drafts person={person} />
      <section className="offline-part" aria-labelledby="offline-tasks">
        <h2 id="offline-tasks">{t("page.tasks")}</h2>
        {tasks.tasks.value.length === 0 ? <p className="offline-none">{t("page.noTasks")}</p> : null}
        <ul className="todo-list">
          {tasks.tasks.value.map((task) => (
            <TaskRow key={task.id} task={task} model={tasks} isFixed />
          ))}
        </ul>
      </section>
    </main>
  );
}

function Drafts({ person }: { readonly person: string }) {
  const t = useText(offlineTexts);
  const [drafts, setDrafts] = useState<readonly KeptDraft[]>([]);
  useEffect(() => {
    const none = new Map();
    void indexedDrafts()
      .load(person)
      .catch(() => none)
      .then((kept) => setDrafts(keptDrafts(kept)));
  }, [person]);
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(() => toast.success(t("page.copied")), toast.failure);
  return (
    <section className="offline-part" aria-labelledby="offline-drafts">
      <h2 id="offline-drafts">{t("page.drafts")}</h2>
      <p className="offline-none">{t(drafts.length === 0 ? "page.noDrafts" : "page.draftsText")}</p>
      <ul className="todo-list">
        {drafts.map(({ key, text, at }) => (
          <li key={key} className="todo-row">
            <div className="todo-words">
              <span className="todo-text">{text}</span>
              <small>{formatDateTime(at)}</small>
            </div>
            <IconButton label={t("page.copy")} onPress={() => copy(text)}>
              <Copy />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface KeptDraft extends Draft {
  readonly key: string;
}

/** All unsent texts, newest first. */
const keptDrafts = (drafts: ReadonlyMap<string, Draft>): readonly KeptDraft[] =>
  [...drafts]
    .map(([key, draft]) => ({ key, ...draft }))
    .filter(({ text }) => text.trim() !== "")
    .sort((a, b) => b.at - a.at);

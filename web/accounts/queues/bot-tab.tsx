import { useSignals } from "@preact/signals-react/runtime";
import ListTree from "lucide-react/icons/list-tree";
import { useEffect, useMemo, useRef, useState } from "react";
import type { TagAnswer } from "#people/tags/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { readIntegrationNames } from "#web/lib/lists/integration-names.ts";
import { readPromptNames } from "#web/lib/lists/prompt-names.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { Button } from "#web/ui/button/button.tsx";
import { useOptions } from "#web/ui/form/use-options.ts";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { useColleagues } from "./fields-distribution.tsx";
import type { FieldsProps } from "./fields-general.tsx";
import { queueTexts } from "./locales/index.ts";
import type { OptionDraft } from "./options/option-draft.ts";
import { OptionPanel } from "./options/option-panel.tsx";
import { OptionTreeView } from "./options/option-tree.tsx";
import { PhonePreview } from "./options/phone-preview.tsx";
import type { End } from "./options/rehearsal-model.ts";
import { OptionTree } from "./options/tree-model.ts";
import { countBelow, type Row } from "./options/tree-shape.ts";
import { type Queue, queues } from "./queue-list.ts";
import "./options/options.css";

/** Tab of the chatbot's options; a new queue must be saved first. */
export function BotTab({ form, queue, draft, onSaveAndGoOn }: FieldsProps) {
  useSignals();
  const t = useText(queueTexts);
  if (queue && draft) return <BotEditor queue={queue} draft={draft} />;
  return (
    <EmptyState
      picture={<ListTree />}
      title={t("bot.emptyTitle")}
      text={t("bot.saveFirst")}
      action={
        <Button variant="primary" isPending={form.sending.value} onPress={onSaveAndGoOn}>
          {t("bot.saveAndGo")}
        </Button>
      }
    />
  );
}

/** Option tree, form of the selected node, and a phone preview with replies. */
function BotEditor({ queue, draft }: { readonly queue: Queue; readonly draft: OptionDraft }) {
  useSignals();
  const t = useText(queueTexts);
  const { id: queueId } = queue;
  const tree = useMemo(
    () => new OptionTree({ queueId, calls: draft.calls, onFailure: toast.failure }),
    [queueId, draft],
  );
  useEffect(() => tree.open(socket), [tree]);
  const saves = draft.saves.value;
  useEffect(() => {
    if (saves === 0) return;
    const id = tree.chosen.peek()?.node.id;
    // The new options now have ids of the server.
    void tree.reload().then(() => tree.choose(id === undefined ? null : draft.idOf(id)));
  }, [saves, tree, draft]);
  const users = useColleagues() ?? [];
  const tags = useOptions(readTags) ?? [];
  const prompts = useOptions(readPromptNames) ?? [];
  const integrations = useOptions(readIntegrationNames) ?? [];
  const [removing, setRemoving] = useState<Row | null>(null);
  const chosen = tree.chosen.value;
  const isEmpty = tree.state.value === "ready" && tree.rows.value.length === 0;
  const box = useRef<HTMLDivElement>(null);
  const endRemoval = () => {
    setRemoving(null);
    // The focused row may be deleted: move the focus to the selected row of the tree.
    setTimeout(() => {
      const line = box.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]');
      (line ?? box.current?.querySelector<HTMLElement>("button"))?.focus();
    });
  };
  const nameOf = ({ queueId: to, userId }: End): string =>
    (userId === null
      ? queues.list.items.value.find(({ id }) => id === to)?.name
      : users.find(({ id }) => id === userId)?.name) ?? "";
  if (tree.state.value === "error")
    return <ErrorState error={tree.error} onRetry={() => void tree.reload()} />;
  return (
    <div className="bot-editor">
      <div ref={box} className={isEmpty ? "bot-tree bot-empty" : "bot-tree"}>
        {tree.state.value === "loading" ? <Skeleton shape="block" height="220px" /> : null}
        {isEmpty ? (
          <EmptyState
            picture={<ListTree />}
            title={t("bot.emptyTitle")}
            text={t("bot.emptyText")}
            action={
              <Button variant="primary" onPress={() => void tree.add(null, t("bot.newTitle"))}>
                {t("bot.add")}
              </Button>
            }
          />
        ) : null}
        {tree.rows.value.length > 0 ? (
          <>
            <p className="field-help">{t("bot.intro")}</p>
            <OptionTreeView tree={tree} onRemove={setRemoving} />
          </>
        ) : null}
      </div>
      {chosen ? (
        <div className="bot-node">
          <OptionPanel
            key={chosen.node.id}
            node={chosen.node}
            targets={{ users, tags, prompts, integrations }}
            calls={draft.calls}
            onSaved={() => void tree.reload()}
          />
        </div>
      ) : null}
      <div className="bot-phone">
        {draft.dirty.value ? <p className="field-help">{t("bot.previewDraft")}</p> : null}
        <PhonePreview
          queueId={queueId}
          queueName={queue.name}
          version={saves + draft.changes.value}
          draft={draft.forPreview}
          nameOf={nameOf}
        />
      </div>
      {removing ? <RemoveOption row={removing} tree={tree} onClose={endRemoval} /> : null}
    </div>
  );
}

interface RemoveProps {
  readonly row: Row;
  readonly tree: OptionTree;
  readonly onClose: () => void;
}

function RemoveOption({ row: { node }, tree, onClose }: RemoveProps) {
  const t = useText(queueTexts);
  const words = useText(common);
  const below = countBelow(node);
  return (
    <Confirm
      title={t("bot.deleteTitle", { title: node.title })}
      confirmLabel={words("action.delete")}
      onConfirm={() => tree.remove(node.id)}
      onClose={onClose}
    >
      <p>{words("confirm.deleteText")}</p>
      {below > 0 ? <p>{t("bot.deleteBranch", { count: below })}</p> : null}
    </Confirm>
  );
}

/** Tags that an option can add to the ticket. */
const readTags = () => api.get<readonly TagAnswer[]>("/tags/list");

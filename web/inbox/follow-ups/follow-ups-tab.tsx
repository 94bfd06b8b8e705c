import { useSignals } from "@preact/signals-react/runtime";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { useEffect, useState } from "react";
import type { FollowUpAnswer } from "#inbox/follow-ups/contract.ts";
import { preloadTexts, text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { isPendingDelete } from "#web/lib/lists/pending-deletes.ts";
import { session } from "#web/lib/session/session.ts";
import { Definitions } from "#web/ui/definitions/definitions.tsx";
import { OwnerChip } from "#web/ui/display/owner-chip.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import { deleteWithUndo } from "#web/ui/toast/delete-with-undo.ts";
import { followUpList } from "./follow-up-list.ts";
import { followUpCalls } from "./follow-ups-api.ts";
import { followUpTexts } from "./locales/index.ts";
import { waitText } from "./wait-text.ts";
import "./follow-ups.css";

const FollowUpDialog = lazyLayer(async () => (await import("./follow-up-dialog.tsx")).loadFollowUpDialog());

/** The tab with its texts and the follow-ups. */
export async function loadFollowUpsTab() {
  await Promise.all([preloadTexts(followUpTexts), followUpList.need()]);
  return FollowUpsTab;
}

interface Open {
  readonly followUp: FollowUpAnswer | null;
}

/** The user's own follow-ups and the shared ones: add, change, delete (docs/rules/follow-ups.md#sequences). */
function FollowUpsTab() {
  useSignals();
  const t = useText(followUpTexts);
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => void followUpList.need(), []);
  const isAdmin = session.user.value?.profile === "admin";
  const followUps = followUpList.all.value.filter(({ id }) => !isPendingDelete("follow-up", id));
  return (
    <>
      <Definitions
        list={followUpList}
        t={t}
        picture={<RotateCcw />}
        isEmpty={followUps.length === 0}
        onAdd={() => setOpen({ followUp: null })}
      >
        <ul className="panel definitions-list" aria-label={t("list.label")}>
          {followUps.map((followUp) => (
            <FollowUpRow
              key={followUp.id}
              followUp={followUp}
              mayWrite={isAdmin || !followUp.shared}
              onEdit={() => setOpen({ followUp })}
            />
          ))}
        </ul>
      </Definitions>
      {open ? <FollowUpDialog {...open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

interface RowProps {
  readonly followUp: FollowUpAnswer;
  readonly mayWrite: boolean;
  readonly onEdit: () => void;
}

/** One follow-up: its waits, what happens at its end, and whose it is. */
function FollowUpRow({ followUp, mayWrite, onEdit }: RowProps) {
  const t = useText(followUpTexts);
  const { name, steps, ending, shared } = followUp;
  const waits = steps.map(({ waitMinutes }) => waitText(t, waitMinutes)).join(" · ");
  return (
    <li className="definition follow-up-row">
      <div className="definition-words">
        <strong dir="auto">{name}</strong>
        <span>{t("list.steps", { count: steps.length, waits })}</span>
        <span>{t(`ending.${ending.action}`)}</span>
      </div>
      <div className="definition-chips">
        <OwnerChip shared={shared} t={t} />
      </div>
      {mayWrite ? (
        <RowActions
          editLabel={t("list.edit", { name })}
          deleteLabel={t("list.delete", { name })}
          onEdit={onEdit}
          onDelete={() => remove(followUp)}
        />
      ) : null}
    </li>
  );
}

/** Deletes a follow-up and its files; for some seconds this can be undone. Its runs go on. */
function remove({ id }: FollowUpAnswer): void {
  deleteWithUndo({
    kind: "follow-up",
    ids: [id],
    message: text(followUpTexts, "remove.deleted"),
    async remove() {
      await followUpCalls.remove(id);
      followUpList.remove(id);
    },
  });
}

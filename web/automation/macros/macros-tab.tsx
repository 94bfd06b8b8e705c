import { useSignals } from "@preact/signals-react/runtime";
import Zap from "lucide-react/icons/zap";
import { useEffect, useState } from "react";
import type { MacroAnswer } from "#automation/macros/contract.ts";
import { preloadTexts, text } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { macroTexts } from "#web/inbox/tickets/macros/locales/index.ts";
import { macroList } from "#web/inbox/tickets/macros/macro-list.ts";
import { macroCalls } from "#web/inbox/tickets/macros/macros-api.ts";
import { actionTexts } from "#web/inbox/tickets/ticket-actions/locales/index.ts";
import { isPendingDelete } from "#web/lib/lists/pending-deletes.ts";
import { session } from "#web/lib/session/session.ts";
import { Definitions } from "#web/ui/definitions/definitions.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { OwnerChip } from "#web/ui/display/owner-chip.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import { deleteWithUndo } from "#web/ui/toast/delete-with-undo.ts";
import { type Sample, samplesOf } from "./samples.ts";
import "#web/inbox/tickets/macros/macros.css";

const MacroDialog = lazyLayer(async () => (await import("./macro-dialog.tsx")).loadMacroDialog());

/** The tab with its texts and the macros. */
export async function loadMacrosTab() {
  await Promise.all([preloadTexts(macroTexts, actionTexts), macroList.need()]);
  return MacrosTab;
}

interface Open {
  readonly macro: MacroAnswer | null;
  readonly sample: Sample | null;
}

/** The user's own macros and the shared ones: add, change, delete (docs/rules/macros.md). */
function MacrosTab() {
  useSignals();
  const t = useText(macroTexts);
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => void macroList.need(), []);
  const isAdmin = session.user.value?.profile === "admin";
  const macros = macroList.all.value.filter(({ id }) => !isPendingDelete("macro", id));
  return (
    <>
      <Definitions
        list={macroList}
        t={t}
        picture={<Zap />}
        isEmpty={macros.length === 0}
        onAdd={() => setOpen({ macro: null, sample: null })}
        samples={
          <ul className="macro-samples" aria-label={t("list.samples")}>
            {samplesOf(t).map((sample) => (
              <li key={sample.id}>
                <button type="button" onClick={() => setOpen({ macro: null, sample })}>
                  <Zap aria-hidden="true" />
                  <strong>{sample.name}</strong>
                  <span>{sample.description}</span>
                </button>
              </li>
            ))}
          </ul>
        }
      >
        <ul className="panel definitions-list" aria-label={t("list.label")}>
          {macros.map((macro) => (
            <MacroRow
              key={macro.id}
              macro={macro}
              mayWrite={isAdmin || !macro.shared}
              onEdit={() => setOpen({ macro, sample: null })}
            />
          ))}
        </ul>
      </Definitions>
      {open ? <MacroDialog {...open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

interface RowProps {
  readonly macro: MacroAnswer;
  readonly mayWrite: boolean;
  readonly onEdit: () => void;
}

/** One macro: what it does, whose it is, and its key. */
function MacroRow({ macro, mayWrite, onEdit }: RowProps) {
  const t = useText(macroTexts);
  const words = useText(actionTexts);
  const { name, description, shared, active, digit, actions } = macro;
  const steps = actions.map(({ action }) => words(`kind.${action}`)).join(" · ");
  return (
    <li className={active ? "definition macro-row" : "definition macro-row definition-off"}>
      <div className="definition-words">
        <strong dir="auto">{name}</strong>
        <span>{description || steps}</span>
        {description ? <span>{steps}</span> : null}
      </div>
      <div className="definition-chips">
        {digit === null ? null : <Chip>{t("list.key", { digit })}</Chip>}
        <OwnerChip shared={shared} t={t} />
        {active ? null : <Chip tone="waiting">{t("list.off")}</Chip>}
      </div>
      {mayWrite ? (
        <RowActions
          editLabel={t("list.edit", { name })}
          deleteLabel={t("list.delete", { name })}
          onEdit={onEdit}
          onDelete={() => remove(macro)}
        />
      ) : null}
    </li>
  );
}

/** Deletes a macro and its files; for some seconds this can be undone. */
function remove({ id }: MacroAnswer): void {
  deleteWithUndo({
    kind: "macro",
    ids: [id],
    message: text(macroTexts, "remove.deleted"),
    async remove() {
      await macroCalls.remove(id);
      macroList.remove(id);
    },
  });
}

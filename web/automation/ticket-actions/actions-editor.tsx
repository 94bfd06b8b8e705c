import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import type { ComponentType } from "react";
import type { MacroAnswer } from "#automation/macros/contract.ts";
import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { actionTexts } from "#web/inbox/tickets/ticket-actions/locales/index.ts";
import { moveItem } from "#web/lib/lists/move-item.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { MoveButtons } from "#web/ui/button/move-buttons.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { ActionFields, type ActionFieldsProps } from "./action-fields.tsx";
import {
  type ActionDraft,
  type ActionKind,
  isComplete,
  type ListProblem,
  MOST_ACTIONS,
  newAction,
  withAction,
} from "./draft.ts";
import "./actions-editor.css";

/** The actions and fields that rules have in addition to those of macros. */
export interface OwnActions {
  /** Undefined for an action of macros. */
  nameOf(kind: ActionKind): string | undefined;
  isComplete(draft: ActionDraft): boolean;
  newAction(kind: ActionKind): ActionDraft;
  readonly Fields: ComponentType<ActionFieldsProps>;
}

export interface ActionsEditorProps {
  readonly value: readonly ActionDraft[];
  readonly onChange: (value: readonly ActionDraft[]) => void;
  readonly kinds: readonly ActionKind[];
  /** Files that the stored list has. */
  readonly files: MacroAnswer["files"];
  /** Shown after the first attempt to save. */
  readonly problem: ListProblem | null;
  /** Only shared quick replies can be chosen. */
  readonly isShared: boolean;
  readonly own?: OwnActions;
}

const OF_MACROS: OwnActions = { nameOf: () => undefined, isComplete, newAction, Fields: ActionFields };

/** Edits a list of actions on a ticket (docs/rules/ticket-actions.md). */
export function ActionsEditor({
  value,
  onChange,
  kinds,
  files,
  problem,
  isShared,
  own = OF_MACROS,
}: ActionsEditorProps) {
  const t = useText(actionTexts);
  const { Fields } = own;
  const nameOf = (kind: ActionKind) => own.nameOf(kind) ?? t(`kind.${kind as TicketAction["action"]}`);
  return (
    <fieldset className="actions-editor">
      <legend className="field-label">{t("edit.title")}</legend>
      <ol>
        {value.map((draft, at) => {
          const name = nameOf(draft.action);
          const isBad = problem !== null && !own.isComplete(draft);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: actions have no id, and their place is what changes
              key={at}
              className={isBad ? "action-row action-row-bad" : "action-row"}
            >
              <div className="action-row-head">
                <strong>
                  {at + 1}. {name}
                </strong>
                <MoveButtons
                  up={t("edit.up", { name })}
                  down={t("edit.down", { name })}
                  at={at}
                  count={value.length}
                  onMove={(by) => onChange(moveItem(value, at, at + by))}
                />
                <IconButton
                  size="s"
                  label={t("edit.remove", { name })}
                  onPress={() => onChange(value.toSpliced(at, 1))}
                >
                  <Trash2 />
                </IconButton>
              </div>
              {/* A refused form moves the focus to the first field in here. */}
              <div className="action-fields" data-invalid={isBad || undefined}>
                <Fields
                  draft={draft}
                  files={files}
                  isShared={isShared}
                  onChange={(changes) => onChange(value.with(at, { ...draft, ...changes }))}
                />
              </div>
              {isBad ? (
                <p className="field-error" role="alert">
                  {t("edit.incomplete")}
                </p>
              ) : null}
            </li>
          );
        })}
      </ol>
      <Menu
        label={t("edit.add")}
        items={kinds.map((kind) => ({
          id: kind,
          label: nameOf(kind),
          onAction: () => onChange(withAction(value, kind, own.newAction(kind))),
        }))}
        trigger={
          <Button size="s" icon={<Plus aria-hidden="true" />} isDisabled={value.length >= MOST_ACTIONS}>
            {t("edit.add")}
          </Button>
        }
      />
      {problem && problem !== "incomplete" ? (
        <p className="field-error" role="alert">
          {t(`edit.${problem}`)}
        </p>
      ) : null}
    </fieldset>
  );
}

import { useSignals } from "@preact/signals-react/runtime";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { withErrorToast } from "#web/inbox/tickets/actions/change-ticket.ts";
import { rowCursor } from "#web/inbox/tickets/keys/use-row-keys.ts";
import { isBlankSearch, type ListFilter, listQuery } from "#web/inbox/tickets/list/list-filter.ts";
import { lists } from "#web/inbox/tickets/store.ts";
import { useShownUuid } from "#web/inbox/tickets/use-shown-uuid.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { useBulkKeys } from "./bulk-keys.ts";
import { type Choice, menuOf } from "./bulk-menu.ts";
import { type Selection, startRun } from "./bulk-run.ts";
import { loadChoice } from "./choice-list.ts";
import { ChooseDialog } from "./choose-dialog.tsx";
import { FieldDialog } from "./field-dialog.tsx";
import { bulkTexts } from "./locales/index.ts";
import { RunLine } from "./run-line.tsx";
import {
  clearSelection,
  isAll,
  isBarShown,
  isSelected,
  isSelecting,
  isWorking,
  selectAll,
  selected,
  selectedCount,
  shownRun,
  takeSelection,
} from "./selection.ts";
import "./bulk-bar.css";

/** Below the list while tickets are selected or a run is shown (docs/rules/bulk-actions.md#selecting). */
export function BulkBar({ filter }: { readonly filter: ListFilter }) {
  useSignals();
  const t = useText(bulkTexts);
  const actions = useRef<HTMLSpanElement>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const isNothing = !isSelecting.value;
  const isOver = isNothing && !shownRun.value;
  useEffect(() => {
    if (isOver) isBarShown.value = false;
  }, [isOver]);
  const count = lists.current.value?.count.value ?? 0;
  const size = selectedCount.value;
  const leave = () => {
    clearSelection();
    // The focused button is about to disappear.
    rowCursor.move(0);
  };
  const start = (actions: readonly TicketAction[]) => {
    const ids = [...selected.peek()];
    const selection: Selection = isAll.peek() ? { query: listQuery(filter), except: ids } : { ids };
    // Clears the selection now and not with the answer, because the next presses belong to other tickets.
    rowCursor.leave(isSelected);
    const restore = takeSelection();
    void withErrorToast(() =>
      startRun(selection, actions, size).catch((error: unknown) => {
        restore();
        throw error;
      }),
    );
  };
  const mayAll = !isAll.value && count > size && !(filter.view === "search" && isBlankSearch(filter));
  const chooseAll = () => {
    if (mayAll) selectAll();
  };
  const run = shownRun.value;
  const works = run !== null && isWorking(run);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once at the end of a run
  useEffect(() => {
    // Reloads the list, because no event reports that rows which are not loaded have left it.
    if (run && !works) lists.refresh();
  }, [run?.id, works]);
  const choose = (next: Choice) => void loadChoice(next).then(() => setChoice(next));
  const isOpen = useShownUuid() !== null;
  useBulkKeys({
    t,
    isActive: size > 0 && !isOpen && choice === null,
    onStart: start,
    onChoose: choose,
    onAll: chooseAll,
    onLeave: leave,
  });
  // The next selection replaces the result of a run, so that the bar always names the tickets on which the keys act.
  if (run && isNothing) return <RunLine run={run} />;
  return (
    <section className="bulk-bar" data-bottom-bar aria-label={t("bar")}>
      <span className="bulk-words" role="status">
        {isAll.value && size === count ? t("allSelected", { count }) : t("selected", { count: size })}
      </span>
      {mayAll ? (
        <Button
          size="s"
          variant="ghost"
          onPress={() => {
            chooseAll();
            actions.current?.querySelector("button")?.focus();
          }}
        >
          {t("all", { count })}
        </Button>
      ) : null}
      <span ref={actions}>
        <Menu
          label={t("actions")}
          placement="top end"
          groups={menuOf(t, (action) => start([action]), choose)}
          trigger={
            <Button size="s" variant="primary" isDisabled={size === 0}>
              {t("actions")}
            </Button>
          }
        />
      </span>
      <IconButton label={t("clear")} size="s" onPress={leave}>
        <X />
      </IconButton>
      {choice === "field" ? (
        <FieldDialog onClose={() => setChoice(null)} onChoose={start} />
      ) : choice ? (
        <ChooseDialog choice={choice} onClose={() => setChoice(null)} onChoose={start} />
      ) : null}
    </section>
  );
}

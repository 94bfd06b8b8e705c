import { useSignals } from "@preact/signals-react/runtime";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { withErrorToast } from "#web/inbox/tickets/actions/change-ticket.ts";
import { rowCursor } from "#web/inbox/tickets/keys/use-row-keys.ts";
import {
  isBlankSearch,
  type ListFilter,
  listQuery,
  writeFilter,
} from "#web/inbox/tickets/list/list-filter.ts";
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
import { clearSelection, isBarShown, isWorking, selected, shownRun } from "./selection.ts";
import "./bulk-bar.css";

/** Below the list while tickets are selected or a run is shown (docs/rules/bulk-actions.md#selecting). */
export function BulkBar({ filter }: { readonly filter: ListFilter }) {
  useSignals();
  const t = useText(bulkTexts);
  const [isAll, setAll] = useState(false);
  const actions = useRef<HTMLSpanElement>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const key = writeFilter(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has another selection
  useEffect(() => {
    setAll(false);
    return clearSelection;
  }, [key]);
  const { size } = selected.value;
  const isOver = size === 0 && !isAll && !shownRun.value;
  useEffect(() => {
    if (isOver) isBarShown.value = false;
  }, [isOver]);
  const count = lists.current.value?.count.value ?? 0;
  const leave = () => {
    setAll(false);
    clearSelection();
    // The focused button is about to disappear.
    rowCursor.move(0);
  };
  const start = (actions: readonly TicketAction[]) =>
    void withErrorToast(async () => {
      const selection: Selection = isAll ? { query: listQuery(filter) } : { ids: [...selected.peek()] };
      await startRun(selection, actions);
      leave();
    });
  const mayAll = !isAll && count > size && !(filter.view === "search" && isBlankSearch(filter));
  const selectAll = () => {
    if (mayAll) setAll(true);
  };
  const run = shownRun.value;
  const works = run !== null && isWorking(run);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once at the end of a run
  useEffect(() => {
    // Rows that are not loaded leave the list unnoticed.
    if (run && !works) lists.refresh();
  }, [run?.id, works]);
  const choose = (next: Choice) => void loadChoice(next).then(() => setChoice(next));
  const isNothing = !isAll && size === 0;
  const isOpen = useShownUuid() !== null;
  useBulkKeys({
    t,
    isActive: !isNothing && !isOpen && choice === null,
    onStart: start,
    onChoose: choose,
    onAll: selectAll,
    onLeave: leave,
  });
  // The result of a run makes room for the next selection.
  if (run && (works || isNothing)) return <RunLine run={run} />;
  return (
    <section className="bulk-bar" aria-label={t("bar")}>
      <span className="bulk-words" role="status">
        {isAll ? t("allSelected", { count }) : t("selected", { count: size })}
      </span>
      {mayAll ? (
        <Button
          size="s"
          variant="ghost"
          onPress={() => {
            selectAll();
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
            <Button size="s" variant="primary" isDisabled={isNothing}>
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

import { useSignals } from "@preact/signals-react/runtime";
import X from "lucide-react/icons/x";
import { useEffect, useState } from "react";
import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { withErrorToast } from "#web/inbox/tickets/actions/change-ticket.ts";
import {
  isBlankSearch,
  type ListFilter,
  listQuery,
  writeFilter,
} from "#web/inbox/tickets/list/list-filter.ts";
import { lists } from "#web/inbox/tickets/store.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { type Choice, menuOf } from "./bulk-menu.ts";
import { type Selection, startRun } from "./bulk-run.ts";
import { ChooseDialog } from "./choose-dialog.tsx";
import { FieldDialog } from "./field-dialog.tsx";
import { bulkTexts } from "./locales/index.ts";
import { RunLine } from "./run-line.tsx";
import { clearSelection, isBarShown, selected, shownRun } from "./selection.ts";
import "./bulk-bar.css";

/** Below the list while tickets are selected or a run is shown (docs/rules/bulk-actions.md#selecting). */
export function BulkBar({ filter }: { readonly filter: ListFilter }) {
  useSignals();
  const t = useText(bulkTexts);
  const [isAll, setAll] = useState(false);
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
  if (shownRun.value) return <RunLine run={shownRun.value} />;
  const count = lists.current.value?.count.value ?? 0;
  const leave = () => {
    setAll(false);
    clearSelection();
  };
  const start = (action: TicketAction) =>
    withErrorToast(async () => {
      const selection: Selection = isAll ? { query: listQuery(filter) } : { ids: [...selected.peek()] };
      await startRun(selection, [action]);
      setAll(false);
      clearSelection();
    });
  const mayAll = !isAll && count > size && !(filter.view === "search" && isBlankSearch(filter));
  return (
    <section className="bulk-bar" aria-label={t("bar")}>
      <span className="bulk-words" role="status">
        {isAll ? t("allSelected", { count }) : t("selected", { count: size })}
      </span>
      {mayAll ? (
        <Button size="s" variant="ghost" onPress={() => setAll(true)}>
          {t("all", { count })}
        </Button>
      ) : null}
      <Menu
        label={t("actions")}
        placement="top end"
        groups={menuOf(t, (action) => void start(action), setChoice)}
        trigger={
          <Button size="s" variant="primary" isDisabled={!isAll && size === 0}>
            {t("actions")}
          </Button>
        }
      />
      <IconButton label={t("clear")} size="s" onPress={leave}>
        <X />
      </IconButton>
      {choice === "field" ? (
        <FieldDialog onClose={() => setChoice(null)} onChoose={(action) => void start(action)} />
      ) : choice ? (
        <ChooseDialog
          choice={choice}
          onClose={() => setChoice(null)}
          onChoose={(action) => void start(action)}
        />
      ) : null}
    </section>
  );
}

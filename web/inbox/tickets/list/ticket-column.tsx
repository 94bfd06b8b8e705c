import { useSignals } from "@preact/signals-react/runtime";
import AlarmClock from "lucide-react/icons/alarm-clock";
import ArrowDownUp from "lucide-react/icons/arrow-down-up";
import SquarePen from "lucide-react/icons/square-pen";
import { memo, useEffect, useState } from "react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { isBarShown } from "#web/inbox/tickets/bulk/selection.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { changeFilter } from "#web/inbox/tickets/paths.ts";
import { counts, lists, sorts } from "#web/inbox/tickets/store.ts";
import { loadViewBar } from "#web/inbox/tickets/views/load.ts";
import { afterPaint } from "#web/lib/page/use-after-paint.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import { lazy, lazyLayer } from "#web/ui/state/lazy.tsx";
import { tabCounts } from "./counts-model.ts";
import type { ListFilter, ListView } from "./list-filter.ts";
import { ListFilters } from "./list-filters.tsx";
import { SORTS } from "./list-sort.ts";
import { TicketList } from "./ticket-list.tsx";
import "./ticket-column.css";
// In the style sheet of the first page, so that the bar does not load the styles of all dialogs.
import "#web/inbox/tickets/views/view-bar.css";

const ViewBar = lazy(loadViewBar, () => <div className="column-views" />, { isExtra: true, isFirst: true });
const BulkBar = lazy(async () => (await import("#web/inbox/tickets/bulk/load.ts")).loadBulkBar());
const MessageHitsPanel = lazy(async () => (await import("./message-hits-panel.tsx")).MessageHitsPanel);
const SearchBar = lazyLayer(async () => (await import("./search-bar.tsx")).SearchBar);

interface TicketColumnProps {
  readonly filter: ListFilter;
  readonly onNew: () => void;
  readonly onSpy: ((ticket: TicketAnswer) => void) | null;
}

const MOST_TOLD = 999;

/**
 * The left column: tabs, filters and list. It is not rendered again when another ticket is opened; only the list is.
 */
export const TicketColumn = memo(function TicketColumn({ filter, onNew, onSpy }: TicketColumnProps) {
  useSignals();
  const t = useText(ticketTexts);
  const isOpen = filter.view !== "closed" && filter.view !== "search";
  return (
    // The bar of bulk actions is loaded before the first selection, because a command may follow the selection immediately.
    <section className="column" data-free-keys aria-label={t("page.list")} onFocus={BulkBar.preload}>
      <div className="column-tabs">
        <Tabs
          label={t("list.tabs")}
          items={[
            { id: "open", label: t("list.open") },
            { id: "closed", label: t("list.closed") },
            { id: "search", label: t("list.search") },
          ]}
          selected={isOpen ? "open" : filter.view}
          onSelect={(id) => changeFilter({ view: id === "open" ? "attending" : (id as ListView) })}
        />
        <ListOrder view={filter.view} />
        {filter.view === "search" ? null : <ListFilters filter={filter} />}
      </div>
      {filter.view === "search" ? (
        <SearchBar filter={filter} />
      ) : (
        <div className="column-bar">
          {isOpen ? <OpenTabs filter={filter} /> : <span className="column-title">{t("list.closed")}</span>}
          <Button
            size="s"
            className="column-new"
            icon={<SquarePen />}
            onPress={onNew}
            aria-label={t("list.newTicket")}
          >
            {t("list.new")}
          </Button>
        </div>
      )}
      {isOpen ? <Views filter={filter} /> : null}
      <TicketList filter={filter} onSpy={onSpy} onNew={onNew} />
      {isBarShown.value ? <BulkBar filter={filter} /> : null}
      {filter.view === "search" ? <MessageHitsPanel search={filter.search} /> : null}
    </section>
  );
});

/** The view bar; its code is loaded after the first list is on screen, because the list is what the user waits for. */
function Views({ filter }: { readonly filter: ListFilter }) {
  useSignals();
  const [isTime, setTime] = useState(false);
  const state = lists.current.value?.state.value;
  const isListShown = state === "ready" || state === "error";
  useEffect(() => {
    // The rows are drawn one frame after the list is known.
    if (isListShown)
      void afterPaint()
        .then(afterPaint)
        .then(() => setTime(true));
  }, [isListShown]);
  return isTime ? <ViewBar filter={filter} /> : <div className="column-views" />;
}

function OpenTabs({ filter }: { readonly filter: ListFilter }) {
  useSignals();
  const t = useText(ticketTexts);
  const list = lists.current.value;
  const shown = list?.state.value === "ready" ? list.count.value : null;
  const { open, pending, snoozed } = tabCounts(counts.counts.value, filter, shown);
  return (
    <Tabs
      label={t("list.lists")}
      variant="pill"
      className="column-pills"
      items={[
        { id: "attending", label: t("list.attending"), extra: <Count of={open} /> },
        { id: "waiting", label: t("list.waiting"), extra: <Count of={pending} /> },
        { id: "snoozed", label: t("list.snoozed"), icon: <AlarmClock />, extra: <Count of={snoozed} /> },
      ]}
      selected={filter.view}
      onSelect={(id) => changeFilter({ view: id as ListView })}
    />
  );
}

/** A number above 999 is shown in full only in the tooltip, as the tabs and the button beside them share one line. */
function Count({ of }: { readonly of: number }) {
  if (of <= MOST_TOLD) return <b className="column-count">{of}</b>;
  return (
    <b className="column-count" title={String(of)}>
      {MOST_TOLD}+
    </b>
  );
}

/** The sort menu of a list that has several orders; stored per person. */
function ListOrder({ view }: { readonly view: ListView }) {
  useSignals();
  const t = useText(ticketTexts);
  if (SORTS[view].length < 2) return null;
  const chosen = sorts.of(view);
  const label = t("list.order", { order: t(`sort.${chosen}`) });
  return (
    <Menu
      label={label}
      placement="bottom end"
      items={SORTS[view].map((sort) => ({
        id: sort,
        label: t(`sort.${sort}`),
        isChosen: sort === chosen,
        onAction: () => sorts.choose(view, sort),
      }))}
      trigger={
        <IconButton label={label} size="s">
          <ArrowDownUp />
        </IconButton>
      }
    />
  );
}

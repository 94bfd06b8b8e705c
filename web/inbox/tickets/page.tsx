import { useSignals } from "@preact/signals-react/runtime";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSearch } from "wouter";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { macroStart } from "#web/inbox/tickets/macros/start.ts";
import { session } from "#web/lib/session/session.ts";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { followed } from "./actions/follow-up.tsx";
import { prioritised } from "./actions/priority.tsx";
import { snoozed } from "./actions/snooze.tsx";
import { NoTicket } from "./conversation/no-ticket.tsx";
import { TicketPane } from "./conversation/ticket-pane.tsx";
import { useListKeys } from "./keys/use-list-keys.ts";
import { columns, observeColumns } from "./layout-columns.ts";
import { readFilter } from "./list/list-filter.ts";
import { TicketColumn } from "./list/ticket-column.tsx";
import { ticketTexts } from "./locales/index.ts";
import { closeTicketPage, openTicketPage } from "./paths.ts";
import { resolving } from "./resolve/resolving.ts";
import { counts, currentUser, lists, pins } from "./store.ts";
import { useShownUuid } from "./use-shown-uuid.ts";
import "./page.css";

const FollowUpPicker = lazyLayer(async () =>
  (await import("#web/inbox/tickets/follow-ups/follow-up-picker.tsx")).loadFollowUpPicker(),
);
const NewTicketDialog = lazyLayer(async () =>
  (await import("./dialogs/new-ticket-dialog.tsx")).loadNewTicketDialog(),
);
const PriorityDialog = lazyLayer(async () => (await import("./dialogs/priority-dialog.tsx")).default);
const ResolvePanel = lazyLayer(async () => (await import("./resolve/resolve-panel.tsx")).loadResolvePanel());
const SnoozePicker = lazyLayer(async () => (await import("./snooze/snooze-picker.tsx")).loadSnoozePicker());
const MacroDialogs = lazyLayer(async () =>
  (await import("#web/inbox/tickets/macros/load.ts")).loadMacroDialogs(),
);
const SpyDialog = lazyLayer(async () => (await import("./dialogs/spy-dialog.tsx")).default);

/** The ticket page: the list of tickets and the conversation beside it. */
export function TicketsPage() {
  useSignals();
  const t = useText(ticketTexts);
  const isNarrow = columns.value === 1;
  const search = useSearch();
  const uuid = useShownUuid();
  const [isNew, setNew] = useState(false);
  const [spied, setSpied] = useState<TicketAnswer | null>(null);
  /** In a single column: true when the conversation tab is selected although no ticket is open. */
  const [isAside, setAside] = useState(false);
  const lastUuid = useRef<string | null>(null);
  const filter = useMemo(() => readFilter(search), [search]);
  const openNew = useCallback(() => setNew(true), []);

  useEffect(() => lists.show(filter), [filter]);
  useEffect(() => {
    counts.need();
    pins.need();
  }, []);
  useEffect(() => {
    if (!uuid) return;
    lastUuid.current = uuid;
    setAside(false);
  }, [uuid]);
  useListKeys(uuid, openNew);
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => (page.current ? observeColumns(page.current) : undefined), []);

  const isOnTicket = uuid !== null || (isNarrow && isAside);
  const maySpy = currentUser.value.isAdmin || session.setting("userSpyChat") === "enabled";
  return (
    <div
      ref={page}
      className={classNames(
        "tickets",
        isNarrow && "tickets-narrow",
        isOnTicket ? "tickets-on-ticket" : "tickets-on-list",
      )}
    >
      <h1 className="visually-hidden">{t("page.list")}</h1>
      {isNarrow ? (
        <Tabs
          className="tickets-tabs"
          variant="line"
          label={t("page.panes")}
          items={[
            { id: "ticket", label: t("page.ticket") },
            { id: "list", label: t("page.list") },
          ]}
          selected={isOnTicket ? "ticket" : "list"}
          onSelect={(id) => {
            setAside(id === "ticket");
            if (id === "list") closeTicketPage();
            else if (lastUuid.current) openTicketPage(lastUuid.current);
          }}
        />
      ) : null}
      <ErrorBoundary part="ticket-column" resetKey={filter}>
        <TicketColumn filter={filter} onNew={openNew} onSpy={maySpy ? setSpied : null} />
      </ErrorBoundary>
      <ErrorBoundary part="ticket-pane" resetKey={uuid}>
        {uuid ? <TicketPane uuid={uuid} isNarrow={isNarrow} /> : <NoTicket onNew={openNew} />}
      </ErrorBoundary>
      {resolving.value ? <ResolvePanel asked={resolving.value} /> : null}
      {isNew ? <NewTicketDialog onClose={() => setNew(false)} /> : null}
      {prioritised.value ? (
        <PriorityDialog
          ticket={prioritised.value}
          onClose={() => {
            prioritised.value = null;
          }}
        />
      ) : null}
      <ErrorBoundary part="snooze-picker" resetKey={snoozed.value} raw="">
        {snoozed.value ? <SnoozePicker ticket={snoozed.value} /> : null}
      </ErrorBoundary>
      <ErrorBoundary part="follow-up-picker" resetKey={followed.value} raw="">
        {followed.value ? <FollowUpPicker ticket={followed.value} /> : null}
      </ErrorBoundary>
      <ErrorBoundary part="macros" resetKey={macroStart.value} raw="">
        {macroStart.value ? <MacroDialogs {...macroStart.value} /> : null}
      </ErrorBoundary>
      <ErrorBoundary part="spy-dialog" resetKey={spied} raw="">
        {spied ? <SpyDialog ticket={spied} onClose={() => setSpied(null)} /> : null}
      </ErrorBoundary>
    </div>
  );
}

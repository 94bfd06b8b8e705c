import { useSignals } from "@preact/signals-react/runtime";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Plus from "lucide-react/icons/plus";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useText } from "#web/i18n/use-text.ts";
import { dayKey } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { lazy, lazyLayer } from "#web/ui/state/lazy.tsx";
import { ListSearch, PagedTable, TableSkeleton } from "#web/ui/table/paged-table.tsx";
import type { CalendarView } from "./calendar/calendar-model.ts";
import type { ScheduleDraft } from "./form/schedule-form.ts";
import { scheduleTexts } from "./locales/index.ts";
import { scheduleColumns } from "./schedule-columns.tsx";
import type { Schedule } from "./schedules-api.ts";
import { filterByStatus, schedulesList, statusFilter } from "./schedules-list.ts";
import "./schedules.css";

const Calendar = lazy(
  async () => (await import("./calendar/calendar.tsx")).default,
  () => <TableSkeleton />,
);
const ScheduleDialog = lazyLayer(async () => (await import("./form/schedule-dialog.tsx")).ScheduleDialog);
const RemoveSchedule = lazyLayer(async () => (await import("./remove-schedule.tsx")).RemoveSchedule);

type Open =
  | { readonly kind: "save"; readonly schedule: Schedule | null; readonly draft?: ScheduleDraft }
  | { readonly kind: "remove"; readonly schedule: Schedule };
type View = "list" | CalendarView;
const VIEWS = ["list", "month", "week"] as const satisfies readonly View[];

/** Messages to be sent later, as a list or a calendar (docs/rules/screens.md#schedules). */
export function SchedulesPage() {
  useSignals();
  const t = useText(scheduleTexts);
  const [, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const wantedContact = Number(search.get("contactId"));
  const view = VIEWS.find((known) => known === search.get("view")) ?? "list";
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => schedulesList.open(), []);
  // A contact in the URL opens the dialog for that contact.
  useEffect(() => {
    if (wantedContact > 0) setOpen({ kind: "save", schedule: null, draft: { contactId: wantedContact } });
  }, [wantedContact]);
  const show = (next: View) =>
    navigate(next === "list" ? "/schedules" : `/schedules?view=${next}`, { replace: true });
  const close = () => {
    setOpen(null);
    if (wantedContact > 0) show(view);
  };
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      onPress={() => setOpen({ kind: "save", schedule: null })}
    >
      {t("page.add")}
    </Button>
  );
  const edit = (schedule: Schedule) => setOpen({ kind: "save", schedule });
  return (
    <div className="page">
      <header className="page-head page-head-full">
        <h1 className="page-title">{t("page.title")}</h1>
        {view === "list" ? <ListSearch list={schedulesList.list} label={t("page.search")} /> : null}
        <Tabs
          variant="pill"
          className="schedule-views"
          label={t("page.views")}
          selected={view}
          onSelect={(id) => show(VIEWS.find((known) => known === id) ?? "list")}
          items={VIEWS.map((id) => ({ id, label: t(`page.${id}`) }))}
        />
        {add}
      </header>
      {view === "list" ? (
        <ScheduleTable
          add={add}
          picture={<CalendarClock />}
          onEdit={edit}
          onRemove={(schedule) => setOpen({ kind: "remove", schedule })}
        />
      ) : (
        <Calendar
          view={view}
          onView={show}
          onOpen={edit}
          onAdd={(day) => setOpen({ kind: "save", schedule: null, draft: draftFor(day) })}
        />
      )}
      {open?.kind === "save" ? (
        <ScheduleDialog
          schedule={open.schedule}
          {...(open.draft ? { draft: open.draft } : {})}
          onClose={close}
          onSaved={(saved) => {
            schedulesList.put(saved);
            close();
          }}
        />
      ) : null}
      {open?.kind === "remove" ? (
        <RemoveSchedule
          schedule={open.schedule}
          onClose={close}
          onRemoved={(id) => schedulesList.remove(id)}
        />
      ) : null}
    </div>
  );
}

/** Default time of a new message: in an hour if the day is today, else in the morning. */
const draftFor = (day: string): ScheduleDraft =>
  day === dayKey(Date.now()) ? {} : { sendAt: `${day}T09:00` };

interface ScheduleTableProps {
  readonly add: ReactNode;
  readonly picture: ReactNode;
  readonly onEdit: (schedule: Schedule) => void;
  readonly onRemove: (schedule: Schedule) => void;
}

const FILTERS = [
  ["PENDENTE", "page.pending"],
  ["ENVIADA", "page.sent"],
  ["ERRO", "page.failed"],
] as const;

/** Table of scheduled messages, with a filter by state. */
function ScheduleTable({ add, picture, onEdit, onRemove }: ScheduleTableProps) {
  useSignals();
  const t = useText(scheduleTexts);
  const filter = statusFilter.value;
  const { list } = schedulesList;
  const columns = scheduleColumns(t, {
    onEdit,
    onRemove,
    onChanged: (schedule) => schedulesList.put(schedule),
  });
  const empty =
    filter === "" ? (
      <EmptyState picture={picture} title={t("page.emptyTitle")} text={t("page.emptyText")} action={add} />
    ) : (
      <EmptyState
        picture={picture}
        title={t("page.nothingTitle")}
        text={t("page.nothingText")}
        action={<Button onPress={() => filterByStatus("")}>{t("page.seeAll")}</Button>}
      />
    );
  return (
    <>
      <Tabs
        variant="line"
        className="schedule-filter"
        label={t("page.filter")}
        selected={filter || "all"}
        onSelect={(id) => filterByStatus(FILTERS.find(([known]) => known === id)?.[0] ?? "")}
        items={[
          { id: "all", label: t("page.all") },
          ...FILTERS.map(([id, label]) => ({ id, label: t(label) })),
        ]}
      />
      <PagedTable list={list} label={t("page.title")} columns={columns} empty={empty} />
    </>
  );
}

import CalendarClock from "lucide-react/icons/calendar-clock";
import Plus from "lucide-react/icons/plus";
import Send from "lucide-react/icons/send";
import { useCallback, useEffect, useState } from "react";
import type { ScheduleAnswer } from "#inbox/reports/schedules/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { reportsTexts } from "#web/inbox/reports/locales/index.ts";
import type { ReportFilter } from "#web/inbox/reports/report-url.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { ConfirmDelete } from "#web/ui/overlay/confirm-delete.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { lazyLayer } from "#web/ui/state/lazy.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { actionsColumn, RowActions } from "#web/ui/table/row-actions.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { scheduleCalls } from "./schedules-api.ts";

const ScheduleDialog = lazyLayer(async () => (await import("./schedule-dialog.tsx")).ScheduleDialog);

type Open =
  | { readonly kind: "save"; readonly schedule: ScheduleAnswer | null }
  | { readonly kind: "remove"; readonly schedule: ScheduleAnswer };

/** The tab Agendados: reports that are sent by mail (docs/rules/reports.md#schedules). */
export function SchedulesTab({ filter }: { readonly filter: ReportFilter }) {
  const t = useText(reportsTexts);
  const [rows, setRows] = useState<readonly ScheduleAnswer[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const load = useCallback(() => {
    setError(null);
    scheduleCalls.list().then(setRows, setError);
  }, []);
  useEffect(load, [load]);
  const close = () => setOpen(null);
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" />}
      onPress={() => setOpen({ kind: "save", schedule: null })}
    >
      {t("schedule.add")}
    </Button>
  );
  if (error)
    return (
      <div className="panel">
        <ErrorState title={t("list.failed")} error={error} onRetry={load} />
      </div>
    );
  if (rows === null) return <TableSkeleton />;
  return (
    <>
      {rows.length === 0 ? (
        <div className="panel">
          <EmptyState
            picture={<CalendarClock />}
            title={t("schedule.emptyTitle")}
            text={t("schedule.emptyText")}
            action={add}
          />
        </div>
      ) : (
        <>
          <div className="report-head">
            <p>{t("schedule.intro")}</p>
            {add}
          </div>
          <Table rows={rows} onOpen={setOpen} />
        </>
      )}
      {open?.kind === "save" ? (
        <ScheduleDialog
          schedule={open.schedule}
          filter={filter}
          onClose={close}
          onSaved={() => {
            close();
            load();
          }}
        />
      ) : null}
      {open?.kind === "remove" ? (
        <ConfirmDelete
          title={t("schedule.removeTitle", { name: open.schedule.name })}
          deleted={t("schedule.removed")}
          onDelete={async () => {
            await scheduleCalls.remove(open.schedule.id);
            load();
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}

interface TableProps {
  readonly rows: readonly ScheduleAnswer[];
  readonly onOpen: (open: Open) => void;
}

function Table({ rows, onOpen }: TableProps) {
  const t = useText(reportsTexts);
  const send = ({ id }: ScheduleAnswer) =>
    void scheduleCalls.now(id).then(() => toast.success(t("schedule.sent")), toast.failure);
  return (
    <DataTable<ScheduleAnswer>
      label={t("tab.schedules")}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { id: "name", title: t("schedule.name"), card: "title", cell: ({ name }) => name },
        {
          id: "when",
          title: t("schedule.period"),
          card: "named",
          cell: ({ period, at }) => t("schedule.when", { period: t(`schedule.${period}`), at }),
        },
        {
          id: "users",
          title: t("schedule.users"),
          card: "named",
          cell: ({ users }) => users.map(({ name }) => name).join(", ") || t("list.none"),
        },
        {
          id: "next",
          title: t("schedule.next"),
          card: "named",
          cell: ({ active, nextAt }) =>
            active ? formatDateTime(nextAt) : <Chip>{t("schedule.inactive")}</Chip>,
        },
        actionsColumn<ScheduleAnswer>(t("schedule.actions"), (schedule) => (
          <span className="report-actions">
            <IconButton label={t("schedule.now", { name: schedule.name })} onPress={() => send(schedule)}>
              <Send />
            </IconButton>
            <RowActions
              editLabel={t("schedule.edit", { name: schedule.name })}
              deleteLabel={t("schedule.remove", { name: schedule.name })}
              onEdit={() => onOpen({ kind: "save", schedule })}
              onDelete={() => onOpen({ kind: "remove", schedule })}
            />
          </span>
        )),
      ]}
    />
  );
}

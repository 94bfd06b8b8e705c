import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { PagedTable } from "#web/ui/table/paged-table.tsx";
import { scheduleTexts } from "./locales/index.ts";
import { scheduleColumns } from "./schedule-columns.tsx";
import type { Schedule } from "./schedules-api.ts";
import { filterByStatus, schedulesList, statusFilter } from "./schedules-list.ts";

interface Props {
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
export function ScheduleTable({ add, picture, onEdit, onRemove }: Props) {
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

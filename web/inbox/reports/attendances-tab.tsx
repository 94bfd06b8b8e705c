import { useSignals } from "@preact/signals-react/runtime";
import SearchX from "lucide-react/icons/search-x";
import { useEffect, useMemo } from "react";
import type { AttendanceAnswer } from "#inbox/reports/contract.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { PagedTable } from "#web/ui/table/paged-table.tsx";
import { AttendancesModel } from "./attendances-model.ts";
import { allColumns, shownColumns } from "./columns.tsx";
import { ColumnsMenu } from "./columns-menu.tsx";
import { FilterBar, type FilterProps } from "./filter-bar.tsx";
import { reportsTexts } from "./locales/index.ts";
import { DEFAULT_FILTER, writeFilter } from "./report-url.ts";

/** The tab Atendimentos: every attendance of a period as a row (docs/rules/reports.md#attendances). */
export function AttendancesTab({ filter, onChange }: FilterProps) {
  useSignals();
  const t = useText(reportsTexts);
  const model = useMemo(() => new AttendancesModel(api), []);
  const rows = writeFilter({ ...filter, columns: DEFAULT_FILTER.columns });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns need no other rows
  useEffect(() => model.show(filter), [model, rows]);
  useEffect(() => void fieldList.need(), []);
  const fields = [...fieldList.of("ticket"), ...fieldList.of("contact")].filter(({ active }) => active);
  const count = model.list.count.value;
  return (
    <>
      <FilterBar filter={filter} onChange={onChange} />
      <div className="report-head">
        <p aria-live="polite">
          {model.list.state.value !== "ready"
            ? ""
            : model.countIsMore.value
              ? t("list.more", { count: formatNumber(count) })
              : t("list.count", { count })}
        </p>
        <Select
          label={t("list.sort")}
          hideLabel
          value={filter.isOldestFirst ? "oldest" : "newest"}
          onChange={(sort) => onChange({ isOldestFirst: sort === "oldest" })}
          options={(["newest", "oldest"] as const).map((id) => ({ id, label: t(`list.${id}`) }))}
        />
        <ColumnsMenu
          columns={allColumns(t, fields)}
          chosen={filter.columns}
          onChange={(columns) => onChange({ columns })}
        />
      </div>
      <PagedTable<AttendanceAnswer>
        list={model.list}
        label={t("tab.attendances")}
        columns={shownColumns(t, filter.columns, fields)}
        isLong
        empty={<Empty nearest={model.nearest.value} onChange={onChange} />}
      />
    </>
  );
}

/** Leads to the nearest day that has rows. */
function Empty({
  nearest,
  onChange,
}: {
  readonly nearest: string | null;
  readonly onChange: FilterProps["onChange"];
}) {
  const t = useText(reportsTexts);
  if (!nearest)
    return <EmptyState picture={<SearchX />} title={t("list.empty")} text={t("list.emptyText")} />;
  const day = formatPureDate(nearest);
  return (
    <EmptyState
      picture={<SearchX />}
      title={t("list.empty")}
      text={t("list.nearest", { day })}
      action={
        <Button onPress={() => onChange({ from: nearest, to: nearest, days: 0 })}>
          {t("list.toNearest", { day })}
        </Button>
      }
    />
  );
}

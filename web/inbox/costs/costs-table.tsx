import { useSignals } from "@preact/signals-react/runtime";
import type { CostGroup, CostLine, CostReport } from "#inbox/costs/contract.ts";
import { language } from "#web/i18n/language.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { type Column, DataTable } from "#web/ui/table/data-table.tsx";
import { costTexts } from "./locales/index.ts";
import { formatMicros } from "./money.ts";
import { categoryName, marketName, originName } from "./names.ts";

/** The lines of a report. */
export function CostsTable({ report, group }: { readonly report: CostReport; readonly group: CostGroup }) {
  useSignals();
  const t = useText(costTexts);
  const speaks = language.value;
  const nameOf = ({ key, name }: CostLine): string => {
    if (group === "day") return formatPureDate(key);
    if (group === "category") return categoryName(t, key);
    if (group === "bot") return originName(t, key);
    if (key === "") return t("table.none");
    return group === "market" ? marketName(t, speaks, key) : (name ?? t("table.removed", { id: key }));
  };
  const number = (value: number) => <span className="costs-number">{formatNumber(value)}</span>;
  const columns: Column<CostLine>[] = [
    {
      id: "name",
      title: t(`group.${group}`),
      card: "title",
      cell: nameOf,
      sortBy: group === "day" ? ({ key }) => key : nameOf,
    },
    {
      id: "count",
      title: t("card.count"),
      card: "named",
      cell: ({ count }) => number(count),
      sortBy: ({ count }) => count,
      sortDown: true,
    },
    {
      id: "free",
      title: t("card.free"),
      card: "named",
      leaves: "second",
      cell: ({ free }) => number(free),
      sortBy: ({ free }) => free,
      sortDown: true,
    },
  ];
  if (report.hasMoney)
    columns.push({
      id: "money",
      title: t("card.money"),
      card: "named",
      cell: ({ micros }) => (
        <span className="costs-number">{formatMicros(micros ?? 0, report.currency, speaks)}</span>
      ),
      sortBy: ({ micros }) => micros,
      sortDown: true,
    });
  return (
    <DataTable label={t("table.title")} columns={columns} rows={report.lines} rowKey={({ key }) => key} />
  );
}

import { useSignals } from "@preact/signals-react/runtime";
import Building2 from "lucide-react/icons/building-2";
import type { CockpitCompany } from "#provider/cockpit/contract.ts";
import { language } from "#web/i18n/language.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { planLabel } from "#web/lib/format/plan-label.ts";
import { formatStorage } from "#web/lib/format/storage-size.ts";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { type Column, DataTable } from "#web/ui/table/data-table.tsx";
import { formatBytes } from "./figures.ts";
import { cockpitTexts } from "./locales/index.ts";
import { StateChip } from "./states.tsx";

/** Fill level of the storage from which the provider should contact the company. */
const NEARLY = 0.8;

/** The companies with their usage. */
export function CompaniesTable({ companies }: { readonly companies: readonly CockpitCompany[] }) {
  useSignals();
  const t = useText(cockpitTexts);
  const speaks = language.value;
  const number = (text: string) => <span className="cockpit-number">{text}</span>;
  const columns: readonly Column<CockpitCompany>[] = [
    {
      id: "name",
      title: t("table.name"),
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ name, plan }) => (
        <span className="cockpit-company">
          <b>{name}</b>
          <small>{planLabel(plan)}</small>
        </span>
      ),
    },
    {
      id: "state",
      title: t("table.state"),
      card: "corner",
      sortBy: ({ state }) => state,
      cell: ({ state }) => <StateChip state={state} />,
    },
    {
      id: "due",
      title: t("table.due"),
      card: "named",
      sortBy: ({ dueDate }) => dueDate,
      cell: ({ dueDate }) => number(dueDate ? formatPureDate(dueDate) : t("table.noDue")),
    },
    {
      id: "connections",
      title: t("table.connections"),
      card: "named",
      sortBy: ({ connectionsDown }) => connectionsDown,
      sortDown: true,
      cell: ({ connectionsUp: up, connectionsDown: down }) => (
        <span className={down > 0 ? "cockpit-number cockpit-note-bad" : "cockpit-number"}>
          {t("table.upOf", { up, all: up + down })}
        </span>
      ),
    },
    {
      id: "online",
      title: t("table.online"),
      leaves: "second",
      card: "named",
      sortBy: ({ usersOnline }) => usersOnline,
      sortDown: true,
      cell: ({ usersOnline }) => number(formatNumber(usersOnline)),
    },
    {
      id: "messages",
      title: t("table.messages"),
      card: "named",
      sortBy: ({ messages }) => messages,
      sortDown: true,
      cell: ({ messages }) => number(formatNumber(messages)),
    },
    {
      id: "lost",
      title: t("table.lost"),
      leaves: "second",
      card: "named",
      sortBy: ({ foundGaps }) => foundGaps,
      sortDown: true,
      cell: ({ foundGaps, comparedMessages }) =>
        number(
          comparedMessages === 0
            ? t("table.notCompared")
            : t("table.lostOf", { gaps: formatNumber(foundGaps), compared: formatNumber(comparedMessages) }),
        ),
    },
    {
      id: "disk",
      title: t("table.disk"),
      leaves: "second",
      card: "named",
      sortBy: ({ diskBytes }) => diskBytes,
      sortDown: true,
      cell: ({ diskBytes, measuredAt }) =>
        number(measuredAt === null ? t("page.never") : formatBytes(diskBytes, speaks)),
    },
    {
      id: "storage",
      title: t("table.storage"),
      leaves: "second",
      card: "named",
      sortBy: ({ storageBytes }) => storageBytes,
      sortDown: true,
      cell: ({ storageBytes: used, storageLimitBytes: limit }) => (
        <span
          className={
            limit > 0 && used >= limit * NEARLY ? "cockpit-number cockpit-note-bad" : "cockpit-number"
          }
        >
          {limit === 0
            ? formatStorage(used, speaks)
            : t("table.upOf", { up: formatStorage(used, speaks), all: formatStorage(limit, speaks) })}
        </span>
      ),
    },
  ];
  if (companies.length === 0)
    return (
      <div className="panel">
        <EmptyState picture={<Building2 />} title={t("table.empty")} />
      </div>
    );
  return <DataTable label={t("table.title")} columns={columns} rows={companies} rowKey={({ id }) => id} />;
}

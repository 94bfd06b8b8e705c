import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import type { ReportKind } from "#inbox/reports/files/contract.ts";
import { workTexts } from "#web/accounts/work-times/locales/index.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { Tabs } from "#web/ui/layout/tabs.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { TableSkeleton } from "#web/ui/table/paged-table.tsx";
import { AttendancesTab } from "./attendances-tab.tsx";
import { DownloadMenu } from "./download-menu.tsx";
import { FileList } from "./file-list.tsx";
import { FilesModel } from "./files-model.ts";
import { reportsTexts } from "./locales/index.ts";
import { type ReportFilter, readFilter, writeFilter } from "./report-url.ts";
import { ResolutionsReport } from "./resolutions-tab.tsx";
import { satisfactionTexts } from "./satisfaction/locales/index.ts";
import { SchedulesTab } from "./schedules/schedules-tab.tsx";
import { slaReportTexts } from "./sla/locales/index.ts";
import "#web/ui/layout/tabs-overflow.css";
import "./reports.css";

const SatisfactionTab = lazy(
  async () => (await import("./satisfaction/satisfaction-tab.tsx")).SatisfactionTab,
  () => <TableSkeleton />,
);

const SlaTab = lazy(
  async () => {
    const [part] = await Promise.all([import("./sla/sla-tab.tsx"), preloadTexts(slaReportTexts)]);
    return part.SlaTab;
  },
  () => <TableSkeleton />,
);

const WorkTab = lazy(
  async () => (await import("./work/work-tab.tsx")).WorkTab,
  () => <TableSkeleton />,
);

/** Tabs that can be downloaded as a file. */
const FILE_KINDS: Readonly<Record<string, ReportKind>> = {
  attendances: "attendances",
  resolutions: "resolutions",
  satisfaction: "ratings",
  work: "work",
};

/** The page Relatórios, for admins and supervisors (docs/rules/reports.md). */
export function ReportsPage() {
  useSignals();
  const t = useText(reportsTexts);
  const s = useText(satisfactionTexts);
  const w = useText(workTexts);
  const search = useSearch();
  const [, navigate] = useLocation();
  const filter = useMemo(() => readFilter(search), [search]);
  const files = useMemo(() => new FilesModel(api), []);
  useEffect(() => files.watch(socket), [files]);
  const asked = new URLSearchParams(search).get("tab");
  const go = (tab: string, next: Partial<ReportFilter>) => {
    const query = [tab === "attendances" ? "" : `tab=${tab}`, writeFilter(next)].filter(Boolean).join("&");
    navigate(query === "" ? "/reports" : `/reports?${query}`, { replace: true });
  };
  const change = (tab: string) => (part: Partial<ReportFilter>) => go(tab, { ...filter, ...part });
  const items = [
    {
      id: "attendances" as const,
      label: t("tab.attendances"),
      panel: <AttendancesTab filter={filter} onChange={change("attendances")} />,
    },
    {
      id: "resolutions" as const,
      label: t("tab.resolutions"),
      panel: <ResolutionsReport filter={filter} onChange={change("resolutions")} />,
    },
    {
      id: "sla" as const,
      label: t("tab.sla"),
      panel: <SlaTab filter={filter} onChange={change("sla")} />,
    },
    {
      id: "satisfaction" as const,
      label: s("tab"),
      panel: <SatisfactionTab filter={filter} onChange={change("satisfaction")} />,
    },
    {
      id: "work" as const,
      label: w("tab"),
      panel: <WorkTab filter={filter} onChange={change("work")} />,
    },
    ...(session.can("drawer-admin-items:view")
      ? [{ id: "schedules" as const, label: t("tab.schedules"), panel: <SchedulesTab filter={filter} /> }]
      : []),
  ];
  const selected = items.find(({ id }) => id === asked)?.id ?? "attendances";
  const kind = FILE_KINDS[selected];
  const { days, from, to } = filter;
  return (
    <div className="page reports">
      <header className="page-head">
        <h1 className="page-title">{t("page.title")}</h1>
        {kind ? <DownloadMenu kind={kind} filter={filter} model={files} /> : null}
      </header>
      <FileList model={files} />
      <Tabs
        variant="line"
        label={t("page.tabs")}
        items={items}
        selected={selected}
        // The period stays when the tab changes; other filters belong to Atendimentos, and schedules use them.
        onSelect={(tab) =>
          go(tab, tab === "schedules" || selected === "schedules" ? filter : { days, from, to })
        }
      />
    </div>
  );
}

import type { PeriodCounters } from "#inbox/dashboard/contract.ts";
import type { Axis } from "#inbox/reports/contract.ts";
import { reportPath } from "#web/inbox/reports/report-url.ts";
import type { DashboardFilter } from "./filter.ts";

/** Which time of an attendance lies in the period of a figure (docs/rules/reports.md#figures). */
const AXES: Readonly<Partial<Record<keyof PeriodCounters, Axis>>> = {
  supportFinished: "finished",
  avgSupportTime: "finished",
  avgWaitTime: "started",
  avgFirstResponse: "responded",
};

/** The report with the rows of a figure; undefined for a figure that counts no attendances. */
export function figurePath(name: string, filter: DashboardFilter): string | undefined {
  if (name === "supportPending" || name === "supportHappening") return ticketsPath(name, filter);
  const by = AXES[name as keyof PeriodCounters];
  return by && rowsPath(by, filter);
}

/** The report with the counted rows of an axis, of all attendants or of one. */
export function rowsPath(by: Axis, filter: DashboardFilter, userId?: number): string {
  const { queues, connections } = filter;
  const period =
    filter.kind === "date" ? { from: filter.from, to: filter.to, days: 0 } : { days: filter.days };
  return reportPath({
    ...{ by, only: "counted", queues, connections, ...period },
    ...(userId !== undefined && { users: [userId] }),
  });
}

/** The rows that began today. */
export const todayPath = ({ queues, connections }: DashboardFilter, today: string): string =>
  reportPath({ by: "created", only: "counted", from: today, to: today, queues, connections });

function ticketsPath(name: "supportPending" | "supportHappening", filter: DashboardFilter): string {
  const params = new URLSearchParams({
    view: "custom",
    id: name === "supportPending" ? "dashboard_pending" : "dashboard_open",
  });
  if (filter.connections.length > 0) params.set("connections", filter.connections.join(","));
  if (filter.queues.length > 0) params.set("queues", filter.queues.join(","));
  return `/tickets?${params.toString().replaceAll("%2C", ",")}`;
}

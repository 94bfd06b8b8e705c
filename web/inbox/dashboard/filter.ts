import { PERIOD_DAYS } from "#inbox/dashboard/contract.ts";

/** Filter of the figures; stored in the URL so that it survives a reload and can be shared. */
export interface DashboardFilter {
  readonly kind: "period" | "date";
  /** Period in days, ending today; 0 = no period chosen. */
  readonly days: number;
  /** `YYYY-MM-DD`, "" while none is chosen. */
  readonly from: string;
  readonly to: string;
  /** Queue ids, 0 for "without queue"; empty means every queue. */
  readonly queues: readonly number[];
  readonly connections: readonly number[];
}

/** The default filter. */
export const DEFAULT_FILTER: DashboardFilter = {
  kind: "period",
  days: 7,
  from: "",
  to: "",
  queues: [],
  connections: [],
};

/** Reads the filter from a query string; invalid values fall back to the default. */
export function readFilter(query: string): DashboardFilter {
  const params = new URLSearchParams(query);
  const [from, to] = [readDay(params.get("from")), readDay(params.get("to"))];
  const asked = Number(params.get("days"));
  return {
    kind: from || to ? "date" : "period",
    days: PERIOD_DAYS.find((days) => days === asked) ?? DEFAULT_FILTER.days,
    from,
    to,
    queues: readIds(params.get("queues"), 0),
    connections: readIds(params.get("connections"), 1),
  };
}

/** The query string of a filter, without default values. */
export function writeFilter(filter: DashboardFilter): string {
  const params = new URLSearchParams();
  if (filter.kind === "date") {
    if (filter.from) params.set("from", filter.from);
    if (filter.to) params.set("to", filter.to);
  } else if (filter.days !== DEFAULT_FILTER.days) params.set("days", String(filter.days));
  if (filter.queues.length > 0) params.set("queues", filter.queues.join(","));
  if (filter.connections.length > 0) params.set("connections", filter.connections.join(","));
  return params.toString().replaceAll("%2C", ",");
}

/**
 * Whether a period or dates are chosen; otherwise the page shows 'Parametrize o filtro'
 * (docs/rules/screens.md#dashboard).
 */
export function isSet({ kind, days, from, to }: DashboardFilter): boolean {
  return kind === "date" ? from !== "" || to !== "" : days > 0;
}

/** Parameters of `GET /dashboard` for a filter. */
export function dashboardQuery(filter: DashboardFilter): Record<string, string> {
  const query: Record<string, string> = {};
  if (filter.kind === "period") query["days"] = String(filter.days);
  else {
    if (filter.from) query["date_from"] = filter.from;
    if (filter.to) query["date_to"] = filter.to;
  }
  if (filter.queues.length > 0) query["queueIds"] = JSON.stringify(filter.queues.map((id) => id || null));
  if (filter.connections.length > 0) query["whatsappIds"] = JSON.stringify(filter.connections);
  return query;
}

function readDay(text: string | null): string {
  return text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";
}

function readIds(text: string | null, least: number): readonly number[] {
  if (!text) return [];
  const ids = text.split(",").map(Number);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id >= least))];
}

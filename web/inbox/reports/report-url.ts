import type { Conditions } from "#inbox/conditions/contract.ts";
import { PERIOD_DAYS } from "#inbox/dashboard/contract.ts";
import { COLUMNS, fieldOfColumn } from "#inbox/reports/columns/contract.ts";
import { AXES, type Axis, CHOICES, type Choice } from "#inbox/reports/contract.ts";
import { addDays } from "#platform/dates.ts";

/** What the report of attendances shows; stored in the address, so that it survives a reload and can be shared. */
export interface ReportFilter {
  readonly by: Axis;
  /** The rows of a figure, or of the report of resolutions; null = all. */
  readonly only: Choice | null;
  /** Days up to today; 0 = the dates below. */
  readonly days: number;
  /** `YYYY-MM-DD`, "" = not given. */
  readonly from: string;
  readonly to: string;
  readonly isOldestFirst: boolean;
  /** Ids, 0 = without queue; empty = all. */
  readonly queues: readonly number[];
  readonly connections: readonly number[];
  readonly users: readonly number[];
  readonly tags: readonly number[];
  readonly conditions: Conditions | null;
  /** Of the tab Satisfação: only ratings with a comment. */
  readonly isCommented: boolean;
  /** In their order. */
  readonly columns: readonly string[];
}

/** The columns of a reader who has chosen none. */
export const USUAL_COLUMNS: readonly string[] = [
  "contact",
  "queue",
  "attendants",
  "finishedAt",
  "waiting",
  "support",
  "closeReason",
  "rating",
];
export const DEFAULT_FILTER: ReportFilter = {
  by: "finished",
  only: null,
  days: 7,
  from: "",
  to: "",
  isOldestFirst: false,
  queues: [],
  connections: [],
  users: [],
  tags: [],
  conditions: null,
  isCommented: false,
  columns: USUAL_COLUMNS,
};

/** Reads the filter from an address; invalid values fall back to the default. */
export function readFilter(query: string): ReportFilter {
  const params = new URLSearchParams(query);
  const [from, to] = [dayOf(params.get("from")), dayOf(params.get("to"))];
  const days = PERIOD_DAYS.find((known) => String(known) === params.get("days")) ?? DEFAULT_FILTER.days;
  return {
    by: AXES.find((known) => known === params.get("by")) ?? DEFAULT_FILTER.by,
    only: CHOICES.find((known) => known === params.get("only")) ?? null,
    days: from || to ? 0 : days,
    from,
    to,
    isOldestFirst: params.get("sort") === "oldest",
    queues: idsOf(params.get("queues"), 0),
    connections: idsOf(params.get("connections"), 1),
    users: idsOf(params.get("users"), 0),
    tags: idsOf(params.get("tags"), 1),
    conditions: conditionsOf(params.get("filter")),
    isCommented: params.get("commented") === "1",
    columns: columnsOf(params.get("columns")),
  };
}

/** The address of a filter, without default values. */
export function writeFilter(filter: Partial<ReportFilter>): string {
  const all = { ...DEFAULT_FILTER, ...filter };
  const params = new URLSearchParams();
  const put = (key: string, value: string, isDefault: boolean) => isDefault || params.set(key, value);
  put("by", all.by, all.by === DEFAULT_FILTER.by);
  put("only", all.only ?? "", all.only === null);
  if (all.from || all.to) {
    put("from", all.from, all.from === "");
    put("to", all.to, all.to === "");
  } else put("days", String(all.days), all.days === DEFAULT_FILTER.days || all.days === 0);
  put("sort", "oldest", !all.isOldestFirst);
  for (const key of ["queues", "connections", "users", "tags"] as const)
    put(key, all[key].join(","), all[key].length === 0);
  put("filter", JSON.stringify(all.conditions), all.conditions === null);
  put("commented", "1", !all.isCommented);
  put("columns", all.columns.join(","), all.columns.join() === USUAL_COLUMNS.join());
  return params.toString().replaceAll("%2C", ",");
}

/** The address of the report with a filter. */
export function reportPath(filter: Partial<ReportFilter>): string {
  const query = writeFilter(filter);
  return query === "" ? "/reports" : `/reports?${query}`;
}

/** Parameters of `GET /reports/attendances` and of its files. */
export function reportQuery(filter: ReportFilter): Record<string, string> {
  const query: Record<string, string> = { by: filter.by, sort: filter.isOldestFirst ? "oldest" : "newest" };
  if (filter.only) query["only"] = filter.only;
  if (filter.from) query["date_from"] = filter.from;
  if (filter.to) query["date_to"] = filter.to;
  if (!filter.from && !filter.to) query["days"] = String(filter.days || DEFAULT_FILTER.days);
  const put = (key: string, ids: readonly number[]) => {
    if (ids.length > 0) query[key] = JSON.stringify(ids.map((id) => id || null));
  };
  put("queueIds", filter.queues);
  put("whatsappIds", filter.connections);
  put("userIds", filter.users);
  put("tagIds", filter.tags);
  if (filter.conditions) query["filter"] = JSON.stringify(filter.conditions);
  return query;
}

/** The first and last day of a filter's period; `today` in the company's time zone. */
export function datesOf({ days, from, to }: ReportFilter, today: string): { from: string; to: string } {
  if (from || to) return { from: from || to, to: to || (from > today ? from : today) };
  return { from: addDays(today, 1 - (days || DEFAULT_FILTER.days)), to: today };
}

const dayOf = (text: string | null): string =>
  text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";

function idsOf(text: string | null, least: number): readonly number[] {
  if (!text) return [];
  const ids = text.split(",").map(Number);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id >= least))];
}

function conditionsOf(text: string | null): Conditions | null {
  if (!text) return null;
  try {
    const tree: unknown = JSON.parse(text);
    return tree !== null && typeof tree === "object" && ("all" in tree || "any" in tree)
      ? (tree as Conditions)
      : null;
  } catch {
    return null;
  }
}

function columnsOf(text: string | null): readonly string[] {
  const known = (text ?? "")
    .split(",")
    .filter(
      (id) => (COLUMNS as readonly string[]).includes(id) || /^\w+$/.test(fieldOfColumn(id)?.key ?? ""),
    );
  return known.length === 0 ? USUAL_COLUMNS : [...new Set(known)];
}

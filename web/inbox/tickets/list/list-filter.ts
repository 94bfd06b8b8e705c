/** The lists of the left column: three of open tickets, the resolved ones and the search. */
const LIST_VIEWS = ["attending", "waiting", "snoozed", "closed", "search"] as const;
export type ListView = (typeof LIST_VIEWS)[number];

/** Filter of the left column; stored in the URL, so that it survives a reload and can be shared. */
export interface ListFilter {
  readonly view: ListView;
  /** Text of the search view. */
  readonly search: string;
  /** Tag ids; a ticket must carry all of them. */
  readonly tags: readonly number[];
  /** Attendant ids; only for supervisors and admins. */
  readonly users: readonly number[];
  /** Queue ids, 0 for "without queue"; empty means every queue. */
  readonly queues: readonly number[];
  /** Shows the open tickets of all attendants instead of only the user's; for supervisors and admins. */
  readonly everybody: boolean;
}

export const DEFAULT_FILTER: ListFilter = {
  view: "attending",
  search: "",
  tags: [],
  users: [],
  queues: [],
  everybody: false,
};

/** Reads the filter from a query string; invalid values fall back to the default. */
export function readFilter(query: string): ListFilter {
  const params = new URLSearchParams(query);
  const view = LIST_VIEWS.find((name) => name === params.get("view")) ?? DEFAULT_FILTER.view;
  return {
    view,
    search: (params.get("q") ?? "").slice(0, 200),
    tags: readIds(params.get("tags")),
    users: readIds(params.get("users")),
    queues: readIds(params.get("queues"), 0),
    everybody: params.get("all") === "1",
  };
}

/**
 * The query string of a filter, without default values; "" for the default filter. Criteria that only the search has
 * are left out for the other lists, so that each list has exactly one query string.
 */
export function writeFilter(filter: ListFilter): string {
  const params = new URLSearchParams();
  if (filter.view !== DEFAULT_FILTER.view) params.set("view", filter.view);
  if (filter.view === "search") {
    if (filter.search !== "") params.set("q", filter.search);
    if (filter.tags.length > 0) params.set("tags", filter.tags.join(","));
    if (filter.users.length > 0) params.set("users", filter.users.join(","));
  }
  if (filter.queues.length > 0) params.set("queues", filter.queues.join(","));
  if (filter.everybody && hasEverybody(filter.view)) params.set("all", "1");
  return params.toString().replaceAll("%2C", ",");
}

/** The lists that supervisors and admins can widen to the tickets of all attendants. */
export const hasEverybody = (view: ListView): boolean => view === "attending" || view === "snoozed";

/** True when the search view has no criteria yet. */
export function isBlankSearch(filter: ListFilter): boolean {
  return filter.search.trim() === "" && filter.tags.length === 0 && filter.users.length === 0;
}

/** Parameters of `GET /tickets` (docs/rules/tickets.md#lists) for a filter. */
export function listQuery(filter: ListFilter): Record<string, string> {
  const query: Record<string, string> = {};
  if (filter.view === "attending") query["status"] = "open";
  if (filter.view === "waiting") query["status"] = "pending";
  if (filter.view === "closed") query["status"] = "closed";
  if (filter.view === "snoozed") query["asleep"] = "true";
  const everybody = filter.everybody && hasEverybody(filter.view);
  if (everybody || filter.view === "search") query["showAll"] = "true";
  if (filter.queues.length > 0) query["queueIds"] = JSON.stringify(filter.queues.map((id) => id || null));
  if (filter.view !== "search") return query;
  if (filter.search.trim() !== "") query["searchParam"] = filter.search.trim();
  if (filter.tags.length > 0) query["tags"] = JSON.stringify(filter.tags);
  if (filter.users.length > 0) query["users"] = JSON.stringify(filter.users);
  return query;
}

function readIds(text: string | null, least = 1): number[] {
  const ids = (text ?? "").split(",").filter(Boolean).map(Number);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id >= least))].slice(0, 100);
}

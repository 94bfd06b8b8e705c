import { SLA_FILTERS, type SlaFilter, TICKET_SORTS, type TicketSort } from "#inbox/tickets/lists/contract.ts";

/** The lists of the left column: three of open tickets, the resolved ones, the search, and a view by its id. */
const LIST_VIEWS = ["attending", "waiting", "snoozed", "closed", "search", "custom"] as const;
export type ListView = (typeof LIST_VIEWS)[number];

/** Filter of the left column; stored in the URL, so that it survives a reload and can be shared. */
export interface ListFilter {
  readonly view: ListView;
  /** Text of the search view. */
  readonly search: string;
  /** Tag ids; a ticket must carry all of them. This field and the next four do not apply to the list of closed tickets. */
  readonly tags: readonly number[];
  /** Attendant ids; in the waiting list the attendants to whom a ticket is offered. Only for supervisors and admins. */
  readonly users: readonly number[];
  /** Connection ids; only in the two open lists, as the next two. */
  readonly connections: readonly number[];
  readonly priorities: readonly number[];
  /** States of the promised time. */
  readonly sla: readonly SlaFilter[];
  /** Only tickets with unread messages or marked as unread. */
  readonly unread: boolean;
  /** Queue ids, 0 for "without queue"; empty means every queue. */
  readonly queues: readonly number[];
  /** Shows the open tickets of all attendants instead of only the user's; for supervisors and admins. */
  readonly everybody: boolean;
  /** Search only: tickets that the user participates in, or whose notes mention the user. */
  readonly mine: "" | "participating" | "mentioned";
  /** Of a view (docs/rules/views.md): its id, and its order. */
  readonly viewId: string;
  readonly viewSort: TicketSort;
}

export const DEFAULT_FILTER: ListFilter = {
  view: "attending",
  search: "",
  tags: [],
  users: [],
  connections: [],
  priorities: [],
  sla: [],
  unread: false,
  queues: [],
  everybody: false,
  mine: "",
  viewId: "",
  viewSort: "recent",
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
    connections: readIds(params.get("connections")),
    priorities: readIds(params.get("priorities")).filter((level) => level <= 4),
    sla: SLA_FILTERS.filter((state) => (params.get("sla") ?? "").split(",").includes(state)),
    unread: params.get("unread") === "1",
    queues: readIds(params.get("queues"), 0),
    everybody: params.get("all") === "1",
    mine: (["participating", "mentioned"] as const).find((one) => one === params.get("mine")) ?? "",
    viewId: (params.get("id") ?? "").slice(0, 40),
    viewSort: TICKET_SORTS.find((sort) => sort === params.get("sort")) ?? "recent",
  };
}

/** True for the lists of tickets that are not closed. */
export const isOpenView = ({ view }: Pick<ListFilter, "view">): boolean =>
  view === "attending" || view === "waiting";

/**
 * The query string of a filter, without default values; "" for the default filter. Criteria that a list does not have
 * are left out, so that each list has exactly one query string.
 */
export function writeFilter(filter: ListFilter): string {
  const params = new URLSearchParams();
  if (filter.view !== DEFAULT_FILTER.view) params.set("view", filter.view);
  const setIds = (name: string, ids: readonly number[]) => ids.length > 0 && params.set(name, ids.join(","));
  if (filter.view === "search" && filter.search !== "") params.set("q", filter.search);
  if (filter.view === "search" && filter.mine !== "") params.set("mine", filter.mine);
  if (filter.view === "search" || isOpenView(filter)) {
    setIds("tags", filter.tags);
    setIds("users", filter.users);
  }
  if (isOpenView(filter)) {
    setIds("connections", filter.connections);
    setIds("priorities", filter.priorities);
    if (filter.sla.length > 0) params.set("sla", filter.sla.join(","));
    if (filter.unread) params.set("unread", "1");
  }
  if (filter.view === "custom") {
    params.set("id", filter.viewId);
    if (filter.viewSort !== "recent") params.set("sort", filter.viewSort);
    setIds("connections", filter.connections);
  }
  if (filter.queues.length > 0) params.set("queues", filter.queues.join(","));
  if (filter.everybody && hasEverybody(filter.view)) params.set("all", "1");
  return params.toString().replaceAll("%2C", ",");
}

/** The lists that supervisors and admins can widen to the tickets of all attendants. */
export const hasEverybody = (view: ListView): boolean => view === "attending" || view === "snoozed";

/** True when the search view has no criteria yet. */
export function isBlankSearch(filter: ListFilter): boolean {
  return (
    filter.search.trim() === "" && filter.tags.length === 0 && filter.users.length === 0 && filter.mine === ""
  );
}

/** Parameters of `GET /tickets` (docs/rules/tickets.md#lists) for a filter. */
export function listQuery(filter: ListFilter): Record<string, string> {
  const query: Record<string, string> = {};
  if (filter.view === "attending") query["status"] = "open";
  if (filter.view === "waiting") query["status"] = "pending";
  if (filter.view === "closed") query["status"] = "closed";
  if (filter.view === "snoozed") query["asleep"] = "true";
  if (filter.view === "custom") Object.assign(query, { viewId: filter.viewId, sort: filter.viewSort });
  // The tickets of chosen attendants are those of others, too.
  const ofChosen = filter.view === "attending" && filter.users.length > 0;
  const everybody = ofChosen || (filter.everybody && hasEverybody(filter.view));
  if (everybody || filter.view === "search") query["showAll"] = "true";
  if (filter.queues.length > 0) query["queueIds"] = JSON.stringify(filter.queues.map((id) => id || null));
  if (filter.view === "custom" && filter.connections.length > 0)
    query["whatsappIds"] = JSON.stringify(filter.connections);
  if (filter.view !== "search" && !isOpenView(filter)) return query;
  if (filter.tags.length > 0) query["tags"] = JSON.stringify(filter.tags);
  if (filter.users.length > 0) query["users"] = JSON.stringify(filter.users);
  if (filter.view === "search") {
    if (filter.search.trim() !== "") query["searchParam"] = filter.search.trim();
    if (filter.mine !== "") query[filter.mine] = "true";
    return query;
  }
  if (filter.connections.length > 0) query["whatsappIds"] = JSON.stringify(filter.connections);
  if (filter.priorities.length > 0) query["priorities"] = JSON.stringify(filter.priorities);
  if (filter.sla.length > 0) query["sla"] = JSON.stringify(filter.sla);
  if (filter.unread) query["withUnreadMessages"] = "true";
  return query;
}

/** Number of filters in force beside the view, for the sign on the button. */
export function filterCount(filter: ListFilter): number {
  const lists = isOpenView(filter)
    ? [filter.queues, filter.tags, filter.users, filter.connections, filter.priorities, filter.sla]
    : filter.view === "custom"
      ? [filter.queues, filter.connections]
      : [filter.queues];
  const flags = isOpenView(filter) ? [filter.unread] : [];
  const everybody = filter.everybody && hasEverybody(filter.view);
  return lists.reduce((sum, { length }) => sum + length, 0) + [...flags, everybody].filter(Boolean).length;
}

/** The change that removes every filter of a list. */
export const WITHOUT_FILTERS: Partial<ListFilter> = {
  queues: [],
  tags: [],
  users: [],
  connections: [],
  priorities: [],
  sla: [],
  unread: false,
  everybody: false,
};

function readIds(text: string | null, least = 1): number[] {
  const ids = (text ?? "").split(",").filter(Boolean).map(Number);
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id >= least))].slice(0, 100);
}

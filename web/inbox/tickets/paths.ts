import { navigate } from "wouter/use-browser-location";
import { type ListFilter, readFilter, writeFilter } from "./list/list-filter.ts";

/** The filter in the current URL. */
function currentFilter(): ListFilter {
  return readFilter(globalThis.location.search);
}

/** URL of a ticket that keeps the filter of the list. */
export function ticketHref(uuid: string, change: Partial<ListFilter> = {}): string {
  return withFilter(`/tickets/${uuid}`, { ...currentFilter(), ...change });
}

/**
 * Opens a ticket's conversation. The history remembers when it was opened from the list. `replace`: in place of the conversation on
 * screen.
 */
export function openTicketPage(
  uuid: string,
  change: Partial<ListFilter> = {},
  { replace = false }: { readonly replace?: boolean } = {},
): void {
  const state: TicketEntry = replace
    ? { fromList: (history.state as Partial<TicketEntry> | null)?.fromList === true }
    : { fromList: globalThis.location.pathname === "/tickets" };
  navigate(ticketHref(uuid, change), { state, replace });
}

/** State of a history entry of a conversation. */
interface TicketEntry {
  readonly fromList: boolean;
  readonly overlays?: number;
}

/**
 * Closes a conversation and shows the list. If the previous history entry is the list, this goes back to it instead
 * of adding an entry: otherwise Back would return to each closed conversation.
 */
export function closeTicketPage(): void {
  const list = listHref();
  const entry = history.state as Partial<TicketEntry> | null;
  // An open dialog has added history entries, so that the previous entry is not the list (`back-closes.ts`).
  if (entry?.fromList !== true || entry.overlays) {
    navigate(list, { replace: true });
    return;
  }
  const keepFilter = () => {
    if (globalThis.location.pathname === "/tickets") navigate(list, { replace: true });
  };
  globalThis.addEventListener("popstate", keepFilter, { once: true });
  history.back();
}

/** URL of the list without a ticket, keeping its filter. */
export function listHref(): string {
  return withFilter("/tickets", currentFilter());
}

/** The last search, restored when the user returns to its tab. */
let lastSearch: Partial<ListFilter> = {};
/** Tags and people that filter the open lists, restored when the user returns from the search. */
let lastFilters: Partial<ListFilter> = { tags: [], users: [] };

/** Changes the filter of the list; the open conversation stays. Typing adds no history entries. */
export function changeFilter(change: Partial<ListFilter>): void {
  const now = currentFilter();
  const { view, search, tags, users } = now;
  if (view === "search") lastSearch = { search, tags, users };
  // The criteria of the search and those of the open lists are separate.
  const isLeavingSearch = view === "search" && change.view !== undefined && change.view !== "search";
  const isEnteringSearch = change.view === "search" && view !== "search";
  if (isEnteringSearch) lastFilters = { tags, users };
  const returning = isEnteringSearch
    ? { tags: [], users: [], ...lastSearch }
    : isLeavingSearch
      ? lastFilters
      : {};
  const path = globalThis.location.pathname;
  navigate(withFilter(path, { ...now, ...returning, ...change }), { replace: true });
}

function withFilter(path: string, filter: ListFilter): string {
  const query = writeFilter(filter);
  return query === "" ? path : `${path}?${query}`;
}

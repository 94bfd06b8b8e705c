import { navigate } from "wouter/use-browser-location";
import { type ListFilter, readFilter, writeFilter } from "./list/list-filter.ts";

/** The filter in the address now. */
function currentFilter(): ListFilter {
  return readFilter(globalThis.location.search);
}

/** Address of a ticket, keeping the list as it is. */
export function ticketHref(uuid: string, change: Partial<ListFilter> = {}): string {
  return withFilter(`/tickets/${uuid}`, { ...currentFilter(), ...change });
}

/** Opens a ticket's conversation. The history remembers when it was opened from the list. */
export function openTicketPage(uuid: string, change: Partial<ListFilter> = {}): void {
  const state: TicketEntry = { fromList: globalThis.location.pathname === "/tickets" };
  navigate(ticketHref(uuid, change), { state });
}

/** State of a history entry of a conversation. */
interface TicketEntry {
  readonly fromList: boolean;
  readonly overlays?: number;
}

/**
 * From a conversation to the list. Where the entry before is the list, this goes back to it instead of adding another one:
 * otherwise Back would return to each conversation that was closed.
 */
export function closeTicketPage(): void {
  const list = listHref();
  const entry = history.state as Partial<TicketEntry> | null;
  // With a dialog open the entry before is not the list (`back-closes.ts`).
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

/** Address of the list alone, keeping its filter. */
export function listHref(): string {
  return withFilter("/tickets", currentFilter());
}

/** The last search, restored when the user returns to its tab. */
let lastSearch: Partial<ListFilter> = {};

/** Changes what the list shows, beside the conversation that is open. Typing adds no history entries. */
export function changeFilter(change: Partial<ListFilter>): void {
  const now = currentFilter();
  const { view, search, tags, users } = now;
  if (view === "search") lastSearch = { search, tags, users };
  const returning = change.view === "search" && view !== "search" ? lastSearch : {};
  const path = globalThis.location.pathname;
  navigate(withFilter(path, { ...now, ...returning, ...change }), { replace: true });
}

function withFilter(path: string, filter: ListFilter): string {
  const query = writeFilter(filter);
  return query === "" ? path : `${path}?${query}`;
}

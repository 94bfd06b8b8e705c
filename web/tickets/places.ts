import { navigate } from "wouter/use-browser-location";
import { type ListFilter, readFilter, writeFilter } from "./list-filter.ts";

/** The filter in the address now. */
export function currentFilter(): ListFilter {
  return readFilter(globalThis.location.search);
}

/** Address of a ticket, keeping the list as it is. */
export function ticketHref(uuid: string, change: Partial<ListFilter> = {}): string {
  return withFilter(`/tickets/${uuid}`, { ...currentFilter(), ...change });
}

/** Opens a ticket's conversation. */
export function openTicketPage(uuid: string, change: Partial<ListFilter> = {}): void {
  navigate(ticketHref(uuid, change));
}

/** Address of the list alone, keeping its filter. */
export function showList(): string {
  return withFilter("/tickets", currentFilter());
}

/** The last search, so that it is still there when somebody comes back to its tab. */
let lastSearch: Partial<ListFilter> = {};

/** Changes what the list shows, beside the conversation that is open. Typing leaves no trail in the history. */
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

import { effect, untracked } from "@preact/signals-react";
import type { TicketSort } from "#inbox/tickets/lists/contract.ts";
import type { PreferencesModel } from "#web/lib/session/preferences-model.ts";
import type { ListView } from "./list-filter.ts";

/** The available orders of each list, the default one first (docs/rules/tickets.md#order). */
export const SORTS: Readonly<Record<ListView, readonly TicketSort[]>> = {
  waiting: ["longest", "newest", "priority", "due"],
  attending: ["recent", "longest", "priority", "due"],
  snoozed: ["wake", "recent"],
  closed: ["recent"],
  search: ["recent"],
  // A view has its own order.
  custom: ["recent"],
};

export interface ListSorts {
  /** The order of a list. Reads a signal. */
  of(view: ListView): TicketSort;
  /** Stores the order of a list as a preference of the user. */
  choose(view: ListView, sort: TicketSort): void;
}

/** The order of each list; an unknown one is the default. */
export function createListSorts(preferences: Pick<PreferencesModel, "of" | "peek" | "set">): ListSorts {
  return {
    of(view) {
      const chosen = preferences.of("listSort")[view];
      return SORTS[view].find((sort) => sort === chosen) ?? SORTS[view][0] ?? "recent";
    },
    choose(view, sort) {
      const listSort = { ...preferences.peek("listSort"), [view]: sort };
      // Offline the order is kept in this browser and sent later.
      preferences.set({ listSort }).catch(() => undefined);
    },
  };
}

/**
 * Calls `resort` when the orders change: the user chose another one, here or on another page, or the preferences arrived
 * from the server.
 */
export function followOrders(preferences: Pick<PreferencesModel, "of">, resort: () => void): void {
  let loaded = JSON.stringify(untracked(() => preferences.of("listSort")));
  effect(() => {
    const orders = JSON.stringify(preferences.of("listSort"));
    if (orders === loaded) return;
    loaded = orders;
    untracked(resort);
  });
}

import { signal } from "@preact/signals-react";
import type { TicketSort } from "#inbox/tickets/lists/contract.ts";
import { storage } from "#web/lib/storage/storage.ts";
import type { ListView } from "./list-filter.ts";

/** The available orders of each list, the default one first (docs/rules/tickets.md#order). */
export const SORTS: Readonly<Record<ListView, readonly TicketSort[]>> = {
  waiting: ["longest", "newest", "priority"],
  attending: ["recent", "longest", "priority"],
  closed: ["recent"],
  search: ["recent"],
};

type Chosen = Partial<Record<ListView, TicketSort>>;
type ByPerson = Readonly<Record<string, Chosen>>;

export interface ListSorts {
  /** The order of a list. Reads a signal. */
  of(view: ListView): TicketSort;
  /** Stores the order of a list for this user in this browser. */
  choose(view: ListView, sort: TicketSort): void;
}

/** The order of each list, stored per user. `person` = storage key of the signed-in user, null = none. */
export function createListSorts(person: () => string | null): ListSorts {
  const kept = signal<ByPerson>(readKept());
  return {
    of(view) {
      const chosen = kept.value[person() ?? ""]?.[view];
      return chosen && SORTS[view].includes(chosen) ? chosen : (SORTS[view][0] ?? "recent");
    },
    choose(view, sort) {
      const key = person() ?? "";
      kept.value = { ...kept.peek(), [key]: { ...kept.peek()[key], [view]: sort } };
      // The order chosen without a storage key (support session) is kept in memory only.
      const { "": _visit, ...own } = kept.peek();
      storage.set("listSort", JSON.stringify(own));
    },
  };
}

function readKept(): ByPerson {
  try {
    const read: unknown = JSON.parse(storage.get("listSort") ?? "{}");
    return typeof read === "object" && read !== null && !Array.isArray(read) ? (read as ByPerson) : {};
  } catch {
    return {};
  }
}

import type { MovedRows } from "#people/contacts/events.ts";

/** Collects the rows that a merge moved; `all` returns the stored form. */
export function movedRows(
  stored: Readonly<Record<string, readonly number[]>> = {},
): MovedRows & { all(): Record<string, number[]> } {
  const tables = new Map(Object.entries(stored).map(([table, ids]) => [table, [...ids]]));
  return {
    add(table, ids) {
      if (ids.length > 0) tables.set(table, [...(tables.get(table) ?? []), ...ids]);
    },
    of: (table) => tables.get(table) ?? [],
    all: () => Object.fromEntries(tables),
  };
}

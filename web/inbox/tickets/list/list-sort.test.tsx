import { expect, test } from "bun:test";
import { signal } from "@preact/signals-react";
import type { Preferences } from "#accounts/users/preferences/contract.ts";
import type { PreferencesModel } from "#web/lib/session/preferences-model.ts";
import { createListSorts } from "./list-sort.ts";

function stored(first: Preferences["listSort"] = {}) {
  const listSort = signal(first);
  const preferences = {
    of: () => listSort.value,
    peek: () => listSort.peek(),
    set: async (changes: Partial<Preferences>) => {
      if (changes.listSort) listSort.value = changes.listSort;
    },
  } as unknown as Pick<PreferencesModel, "of" | "peek" | "set">;
  return { sorts: createListSorts(preferences), listSort };
}

test("the waiting list shows the longest wait first until the user chooses another order, which is a preference", () => {
  const { sorts, listSort } = stored({ attending: "longest" });
  expect([sorts.of("waiting"), sorts.of("attending"), sorts.of("closed")]).toEqual([
    "longest",
    "longest",
    "recent",
  ]);
  sorts.choose("waiting", "newest");
  expect(sorts.of("waiting")).toBe("newest");
  expect(listSort.peek()).toEqual({ attending: "longest", waiting: "newest" });
});

test("an order that the list does not have falls back to the default order", () => {
  expect(stored({ waiting: "recent" }).sorts.of("waiting")).toBe("longest");
});

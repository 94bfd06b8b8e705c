import { afterEach, expect, test } from "bun:test";
import { createListSorts } from "./list-sort.ts";

afterEach(() => localStorage.clear());

test("the waiting list shows the longest wait first until the user chooses another order, which is saved per user", () => {
  const ana = createListSorts(() => "1:7");
  expect([ana.of("waiting"), ana.of("attending"), ana.of("closed")]).toEqual(["longest", "recent", "recent"]);
  ana.choose("waiting", "newest");
  expect(createListSorts(() => "1:7").of("waiting")).toBe("newest");
  expect(createListSorts(() => "1:8").of("waiting")).toBe("longest");
});

test("an invalid order or damaged storage falls back to the default order", () => {
  localStorage.setItem("listSort", JSON.stringify({ "1:7": { waiting: "recent" } }));
  expect(createListSorts(() => "1:7").of("waiting")).toBe("longest");
  localStorage.setItem("listSort", "[1");
  expect(createListSorts(() => "1:7").of("waiting")).toBe("longest");
});

test("a support session keeps its order in memory only", () => {
  const support = createListSorts(() => null);
  support.choose("waiting", "newest");
  expect(support.of("waiting")).toBe("newest");
  expect(createListSorts(() => null).of("waiting")).toBe("longest");
});

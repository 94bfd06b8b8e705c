import { afterEach, expect, test } from "bun:test";
import { createListSorts } from "./list-sort.ts";

afterEach(() => localStorage.clear());

test("the waiting list has the longest wait first until another order is chosen, which is kept per person", () => {
  const ana = createListSorts(() => "1:7");
  expect([ana.of("waiting"), ana.of("attending"), ana.of("closed")]).toEqual(["longest", "recent", "recent"]);
  ana.choose("waiting", "newest");
  expect(createListSorts(() => "1:7").of("waiting")).toBe("newest");
  expect(createListSorts(() => "1:8").of("waiting")).toBe("longest");
});

test("an order that a list does not have, or a damaged storage, is the usual order", () => {
  localStorage.setItem("listSort", JSON.stringify({ "1:7": { waiting: "recent" } }));
  expect(createListSorts(() => "1:7").of("waiting")).toBe("longest");
  localStorage.setItem("listSort", "[1");
  expect(createListSorts(() => "1:7").of("waiting")).toBe("longest");
});

test("a visit of the support keeps its order in memory alone", () => {
  const support = createListSorts(() => null);
  support.choose("waiting", "newest");
  expect(support.of("waiting")).toBe("newest");
  expect(createListSorts(() => null).of("waiting")).toBe("longest");
});

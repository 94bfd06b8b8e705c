import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { settle } from "#web/lib/testing/test-fakes.ts";
import { Collection } from "./collection.ts";
import { type Page, PagedList, type PageRequest } from "./paged-list.ts";

interface Row {
  readonly id: number;
  readonly updatedAt: string;
}
const row = (id: number): Row => ({ id, updatedAt: "2026-01-01" });
const page = (ids: readonly number[], hasMore = false): Page<Row> => ({
  items: ids.map(row),
  hasMore,
  count: 99,
});

/** A list of a server whose responses the test releases. */
function openList(compare?: (a: Row, b: Row) => number, fillTo = 0) {
  const asked: (PageRequest & { answer: (page: Page<Row>) => void; fail: (error: Error) => void })[] = [];
  const list = new PagedList<Row>({
    collection: new Collection<Row>({ record: "row", id: "rowId" }),
    fillTo,
    ...(compare ? { compare } : {}),
    fetchPage: (request) =>
      new Promise((answer, fail) => {
        asked.push({ ...request, answer, fail });
      }),
  });
  return { list, asked };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("a paged list shows its first page and adds the next one once near the bottom", async () => {
  const { list, asked } = openList();
  void list.open();
  expect(list.state.value).toBe("loading");
  asked[0]?.answer(page([1, 2], true));
  await settle();
  expect(list.items.value.map(({ id }) => id)).toEqual([1, 2]);
  list.scrolled({ scrollTop: 0, clientHeight: 300, scrollHeight: 401 });
  expect(asked).toHaveLength(1);
  list.scrolled({ scrollTop: 1, clientHeight: 300, scrollHeight: 401 });
  list.scrolled({ scrollTop: 20, clientHeight: 300, scrollHeight: 401 });
  expect(asked.map(({ pageNumber }) => pageNumber)).toEqual([1, 2]);
  asked[1]?.answer(page([2, 3]));
  await settle();
  expect(list.items.value.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(list.hasMore.value).toBe(false);
});

test("the search of a list is requested 500 ms after the last letter, with the whole text", async () => {
  const { list, asked } = openList();
  list.setSearch("m");
  jest.advanceTimersByTime(300);
  list.setSearch("ma");
  jest.advanceTimersByTime(499);
  expect(asked).toHaveLength(0);
  jest.advanceTimersByTime(1);
  expect(asked.map(({ searchParam }) => searchParam)).toEqual(["ma"]);
});

test("the response to an older search never replaces that of a newer one", async () => {
  const { list, asked } = openList();
  list.setSearch("old");
  jest.advanceTimersByTime(500);
  list.setSearch("new");
  jest.advanceTimersByTime(500);
  asked[1]?.answer(page([2]));
  await settle();
  asked[0]?.answer(page([1]));
  await settle();
  expect(list.ids.value).toEqual([2]);
  expect(asked[0]?.signal.aborted).toBe(true);
});

test("a first page that failed to load shows an error; a failed reload keeps the rows on screen", async () => {
  const { list, asked } = openList();
  void list.open();
  asked[0]?.fail(new Error("down"));
  await settle();
  expect(list.state.value).toBe("error");
  void list.reload();
  asked[1]?.answer(page([1]));
  await settle();
  expect(list.state.value).toBe("ready");
  void list.reload();
  expect(list.items.value).toHaveLength(1);
});

test("the row of an event is inserted in the list's order, and moved if it is already listed", async () => {
  const { list, asked } = openList((a, b) => a.id - b.id);
  void list.open();
  asked[0]?.answer(page([1, 5]));
  await settle();
  list.place(row(3));
  list.place(row(3));
  expect(list.ids.value).toEqual([1, 3, 5]);
  expect(list.count.value).toBe(100);
  list.drop(1);
  expect(list.ids.value).toEqual([3, 5]);
  expect(list.count.value).toBe(99);
});

test("a new row is inserted at the top of a list without an order", async () => {
  const { list, asked } = openList();
  void list.open();
  asked[0]?.answer(page([1, 2]));
  await settle();
  list.place(row(2));
  expect(list.ids.value).toEqual([2, 1]);
});

test("a list is filled to its wanted rows when a page was short, and stops at the end", async () => {
  const { list, asked } = openList(undefined, 3);
  void list.open();
  asked[0]?.answer(page([], true));
  await settle();
  expect(asked.map(({ pageNumber }) => pageNumber)).toEqual([1, 2]);
  asked[1]?.answer(page([1, 2], true));
  await settle();
  asked[2]?.answer(page([3, 4], true));
  await settle();
  expect(asked).toHaveLength(3);
  expect(list.ids.value).toEqual([1, 2, 3, 4]);
});

test("a row that leaves while a page loads stays away, and the repeated count of the first page lacks it", async () => {
  const { list, asked } = openList();
  void list.open();
  asked[0]?.answer(page([1, 2], true));
  await settle();
  void list.loadMore();
  list.drop(1);
  list.drop(3);
  asked[1]?.answer(page([3, 4], true));
  await settle();
  expect(list.ids.value).toEqual([2, 4]);
  expect(list.count.value).toBe(98);
});

test("a list whose loaded rows have left loads the next page, and after the last one counts its rows", async () => {
  const { list, asked } = openList(undefined, 2);
  void list.open();
  asked[0]?.answer(page([1, 2], true));
  await settle();
  list.drop(1);
  expect(asked.map(({ pageNumber }) => pageNumber)).toEqual([1, 2]);
  list.drop(2);
  asked[1]?.answer(page([3]));
  await settle();
  expect(list.ids.value).toEqual([3]);
  expect(list.count.value).toBe(1);
});

test("a refreshed list reads every loaded page again and keeps the rows of later pages on screen meanwhile", async () => {
  const { list, asked } = openList();
  void list.open();
  asked[0]?.answer(page([1, 2], true));
  await settle();
  void list.loadMore();
  asked[1]?.answer(page([3, 4], true));
  await settle();
  void list.refresh();
  asked[2]?.answer(page([2, 3], true));
  await settle();
  expect(list.ids.value).toEqual([2, 3, 1, 4]);
  list.drop(3);
  asked[3]?.answer(page([4, 5], true));
  await settle();
  expect(list.ids.value).toEqual([2, 4, 5]);
  expect(asked.map(({ pageNumber }) => pageNumber)).toEqual([1, 2, 1, 2]);
  void list.loadMore();
  expect(asked.at(-1)?.pageNumber).toBe(3);
});

import { expect, test } from "bun:test";
import {
  DEFAULT_FILTER,
  filterCount,
  isBlankSearch,
  type ListFilter,
  listQuery,
  readFilter,
  writeFilter,
} from "./list-filter.ts";

test("a filter written to the URL is read back unchanged", () => {
  const filter: ListFilter = {
    view: "search",
    search: "bolo & café",
    tags: [3, 5],
    users: [7],
    connections: [],
    priorities: [],
    sla: [],
    unread: false,
    queues: [0, 2],
    everybody: false,
    mine: "mentioned",
    viewId: "",
    viewSort: "recent",
  };
  expect(readFilter(writeFilter(filter))).toEqual(filter);
  const all: ListFilter = {
    ...DEFAULT_FILTER,
    everybody: true,
    tags: [3],
    users: [8],
    connections: [1, 2],
    priorities: [4],
    unread: true,
  };
  expect(readFilter(writeFilter(all))).toEqual(all);
  expect(writeFilter(DEFAULT_FILTER)).toBe("");
  expect(readFilter("")).toEqual(DEFAULT_FILTER);
});

test("the text of a search is not applied to other lists, and the filters of open lists not to closed tickets", () => {
  const left: ListFilter = { ...DEFAULT_FILTER, search: "bolo", tags: [3], priorities: [4], unread: true };
  expect(writeFilter(left)).toBe("tags=3&priorities=4&unread=1");
  expect(writeFilter({ ...left, view: "search" })).toBe("view=search&q=bolo&tags=3");
  expect(writeFilter({ ...left, view: "closed", everybody: true })).toBe("view=closed");
});

test("invalid filter values in the URL are ignored", () => {
  expect(readFilter("view=hax&tags=a,-1,1.5,4,4&queues=0&all=yes")).toEqual({
    ...DEFAULT_FILTER,
    tags: [4],
    queues: [0],
  });
});

test("each list requests its own tickets from the server", () => {
  expect(listQuery(DEFAULT_FILTER)).toEqual({ status: "open" });
  expect(listQuery({ ...DEFAULT_FILTER, everybody: true })).toEqual({ status: "open", showAll: "true" });
  expect(listQuery({ ...DEFAULT_FILTER, view: "waiting", queues: [2, 0] })).toEqual({
    status: "pending",
    queueIds: "[2,null]",
  });
  expect(listQuery({ ...DEFAULT_FILTER, view: "search", search: " bolo ", tags: [3] })).toEqual({
    showAll: "true",
    searchParam: "bolo",
    tags: "[3]",
  });
});

test("an open list requests its filters from the server, and of chosen attendants the tickets of everybody", () => {
  const filter: ListFilter = {
    ...DEFAULT_FILTER,
    tags: [3],
    users: [8],
    connections: [2],
    priorities: [3, 4],
    unread: true,
  };
  expect(listQuery(filter)).toEqual({
    status: "open",
    showAll: "true",
    tags: "[3]",
    users: "[8]",
    whatsappIds: "[2]",
    priorities: "[3,4]",
    withUnreadMessages: "true",
  });
  expect([filterCount(filter), filterCount({ ...filter, view: "closed" })]).toEqual([6, 0]);
});

test("a blank search sends no request", () => {
  expect(isBlankSearch({ ...DEFAULT_FILTER, view: "search", search: "  " })).toBe(true);
  expect(isBlankSearch({ ...DEFAULT_FILTER, view: "search", tags: [1] })).toBe(false);
});

test("a view is in the URL with its order, and only queues narrow it further", () => {
  const filter: ListFilter = {
    ...DEFAULT_FILTER,
    view: "custom",
    viewId: "12",
    viewSort: "longest",
    queues: [2],
  };
  expect(readFilter(writeFilter(filter))).toEqual(filter);
  expect(listQuery({ ...filter, tags: [3] })).toEqual({ viewId: "12", sort: "longest", queueIds: "[2]" });
  expect(writeFilter({ ...filter, view: "attending" })).toBe("queues=2");
});

import { expect, test } from "bun:test";
import { readBoardFilter, writeBoardFilter } from "./board-filter.ts";

test("the filter is kept in the URL, and values that are not numbers are ignored", () => {
  const filter = { sort: "priority", queues: [1, 0], users: [7] } as const;
  expect(writeBoardFilter(filter)).toBe("?sort=priority&queues=1,0&users=7");
  expect(readBoardFilter(writeBoardFilter(filter))).toEqual(filter);
  expect(writeBoardFilter({ sort: "recent", queues: [], users: [] })).toBe("");
  expect(readBoardFilter("?queues=a,2,-1&users=")).toEqual({ sort: "recent", queues: [2], users: [] });
});

import { expect, test } from "bun:test";
import { readBoardFilter, writeBoardFilter } from "./board-filter.ts";

test("the filter is kept in the URL, and values that are not numbers are ignored", () => {
  const filter = { queues: [1, 0], users: [7] };
  expect(writeBoardFilter(filter)).toBe("?queues=1,0&users=7");
  expect(readBoardFilter(writeBoardFilter(filter))).toEqual(filter);
  expect(writeBoardFilter({ queues: [], users: [] })).toBe("");
  expect(readBoardFilter("?queues=a,2,-1&users=")).toEqual({ queues: [2], users: [] });
});

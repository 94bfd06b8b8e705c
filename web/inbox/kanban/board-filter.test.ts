import { expect, test } from "bun:test";
import { readBoardFilter, writeBoardFilter } from "./board-filter.ts";

test("the filter stays in the address; what is no number in it counts for nothing", () => {
  const filter = { queues: [1, 0], users: [7] };
  expect(writeBoardFilter(filter)).toBe("?queues=1,0&users=7");
  expect(readBoardFilter(writeBoardFilter(filter))).toEqual(filter);
  expect(writeBoardFilter({ queues: [], users: [] })).toBe("");
  expect(readBoardFilter("?queues=a,2,-1&users=")).toEqual({ queues: [2], users: [] });
});

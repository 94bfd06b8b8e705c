import { expect, test } from "bun:test";
import { readBoardFilter, writeBoardFilter } from "./board-filter.ts";

test("the filter is kept in the URL, and values that are not numbers are ignored", () => {
  const filter = { sort: "priority", queues: [1, 0], users: [7], asleep: true } as const;
  expect(writeBoardFilter(filter)).toBe("?sort=priority&queues=1,0&users=7&asleep=1");
  expect(readBoardFilter(writeBoardFilter(filter))).toEqual(filter);
  const none = { sort: "recent", queues: [], users: [], asleep: false } as const;
  expect(writeBoardFilter(none)).toBe("");
  expect(readBoardFilter("?queues=a,2,-1&users=")).toEqual({ ...none, queues: [2] });
});

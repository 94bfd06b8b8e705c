import { expect, test } from "bun:test";
import { formatBytes } from "./figures.ts";

test("sizes in the cockpit are shown in the largest readable unit", () => {
  const told = [0, 812_400, 1_440_000, 18_200_000, 3_200_000_000, 7_100_000_000_000_000];
  expect(told.map((bytes) => formatBytes(bytes, "pt"))).toEqual([
    "0 kB",
    "812 kB",
    "1,4 MB",
    "18 MB",
    "3,2 GB",
    "7.100 TB",
  ]);
});

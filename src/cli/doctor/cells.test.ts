import { describe, expect, test } from "bun:test";
import { staleCopy, sweeps } from "./cells.ts";
import type { Finding } from "./finding.ts";

const NOW = Date.UTC(2026, 10, 30);
const words = (found: Iterable<Finding>) => [...found].map(({ severity, what }) => `${severity}: ${what}`);
const hoursAgo = (hours: number, mismatches = 0) => ({ atMs: NOW - hours * 3_600_000, mismatches });

describe("findings about several cells", () => {
  test("doctor is silent about a directory that every cell compared with its rows last night", () => {
    const marks = new Map([
      [1, hoursAgo(20)],
      [2, hoursAgo(3)],
    ]);
    expect(words(sweeps(marks, NOW))).toEqual([]);
  });

  test("doctor names mismatches, a sweep that did not run, and a cell that has not written its rows", () => {
    const marks = new Map([
      [1, hoursAgo(3, 2)],
      [2, hoursAgo(80)],
      [3, null],
    ]);
    expect(words(sweeps(marks, NOW))).toEqual([
      "warning: 2 e-mails, names, keys or accounts of cell 1 belong to another cell in the directory",
      "warning: the directory was compared with the rows of cell 2 80 hours ago, not every night",
      "warning: cell 3 has not written its rows into the directory: in other cells, requests with unknown values get 503",
    ]);
  });

  test("doctor names a cell that does not copy the shared rows", () => {
    expect(words(staleCopy(7, 7))).toEqual([]);
    expect(words(staleCopy(null, 7))).toEqual([]);
    expect(words(staleCopy(6, 7))).toEqual([
      "error: plans, settings and super users of the home cell are not copied into this cell",
    ]);
  });
});

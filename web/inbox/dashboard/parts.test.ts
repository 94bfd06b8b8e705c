import { describe, expect, test } from "bun:test";
import { toCsv } from "./attendants-table.tsx";
import { changeOf } from "./cards.tsx";
import { DEFAULT_FILTER, dashboardQuery, isSet, readFilter, writeFilter } from "./filter.ts";
import { formatMinutes } from "./minutes.ts";

describe("dashboard filter in the URL", () => {
  test("a filter written to the URL is read back unchanged", () => {
    for (const filter of [
      DEFAULT_FILTER,
      { ...DEFAULT_FILTER, days: 90 },
      { ...DEFAULT_FILTER, queues: [0, 3], connections: [2] },
      { ...DEFAULT_FILTER, kind: "date" as const, from: "2026-11-01", to: "2026-11-20" },
      { ...DEFAULT_FILTER, kind: "date" as const, from: "", to: "2026-11-20" },
    ])
      expect(readFilter(writeFilter(filter))).toEqual(filter);
    expect(writeFilter(DEFAULT_FILTER)).toBe("");
  });

  test("invalid filter values in the URL are ignored", () => {
    expect(readFilter("days=4&queues=x,-1,2,2&from=ontem&connections=0")).toEqual({
      ...DEFAULT_FILTER,
      queues: [2],
    });
  });

  test("a filter sends either a period or dates, never both", () => {
    expect(dashboardQuery({ ...DEFAULT_FILTER, from: "2026-11-01", queues: [0, 3] })).toEqual({
      days: "7",
      queueIds: "[null,3]",
    });
    expect(dashboardQuery({ ...DEFAULT_FILTER, kind: "date", from: "2026-11-01", connections: [4] })).toEqual(
      { date_from: "2026-11-01", whatsappIds: "[4]" },
    );
  });

  test("a filter without period and dates is not set", () => {
    expect(isSet(DEFAULT_FILTER)).toBe(true);
    expect(isSet({ ...DEFAULT_FILTER, days: 0 })).toBe(false);
    expect(isSet({ ...DEFAULT_FILTER, kind: "date" })).toBe(false);
    expect(isSet({ ...DEFAULT_FILTER, kind: "date", to: "2026-11-01" })).toBe(true);
  });
});

test("minutes are shown as hours and minutes", () => {
  expect([0, 9, 75, 6000].map(formatMinutes)).toEqual(["00 h 00 m", "00 h 09 m", "01 h 15 m", "100 h 00 m"]);
});

test("a figure is compared with the previous one if there is one", () => {
  expect(changeOf(120, 100)).toEqual({ direction: "more", percent: 20 });
  expect(changeOf(30, 40)).toEqual({ direction: "less", percent: 25 });
  expect(changeOf(9, 9)).toEqual({ direction: "same", percent: 0 });
  expect(changeOf(5, 0)).toEqual({ direction: "more", percent: null });
  expect(changeOf(0, 0)).toEqual({ direction: "same", percent: null });
});

test("text typed by users becomes no formula in the spreadsheet", () => {
  const evil = ["=1+1", "+A1", "-A1", "@SUM(A1)", "\t=1", "\r=1"];
  expect(toCsv([["Nome", "n"], ...evil.map((name) => [name, -3])])).toBe(
    `\uFEFFNome;n\r\n${evil.map((name) => `"'${name}";-3\r\n`).join("")}`,
  );
  expect(toCsv([['Ana "a rápida"; Souza', null]])).toBe('\uFEFF"Ana ""a rápida""; Souza";\r\n');
});

import { afterEach, expect, test } from "bun:test";
import { language } from "./language.ts";
import { formatMegabytes, formatNumber } from "./numbers.ts";

afterEach(() => {
  language.value = "pt";
});

test("numbers are formatted in the language of the page, not in that of the browser", () => {
  language.value = "pt";
  expect([formatNumber(12_345), formatMegabytes(4_321_000_000)]).toEqual(["12.345", "4.321"]);
  language.value = "en";
  expect([formatNumber(12_345), formatMegabytes(4_321_000_000)]).toEqual(["12,345", "4,321"]);
  language.value = "es";
  expect(formatNumber(12_345)).toBe("12.345");
});

test("the size of a non-empty file is shown as at least 1 MB", () => {
  expect(formatMegabytes(900)).toBe("1");
});

test("no component formats a number in the browser's language", async () => {
  const bare: string[] = [];
  for await (const path of new Bun.Glob("**/*.{ts,tsx}").scan(`${import.meta.dir}/..`)) {
    if (/\.test\.tsx?$/.test(path)) continue;
    const code = await Bun.file(`${import.meta.dir}/../${path}`).text();
    if (/\.toLocale(Date|Time)?String\(\s*\)/.test(code)) bare.push(path);
  }
  expect(bare).toEqual([]);
});

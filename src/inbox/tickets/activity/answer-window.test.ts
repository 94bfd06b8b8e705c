import { expect, test } from "bun:test";
import { windowAt } from "./answer-window.ts";

const HOUR = 60 * 60_000;
const NOW = 1_000 * 24 * HOUR;
const ago = (hours: number) => NOW - hours * HOUR;

test.each([
  ["whatsapp", "beta", null, "open"],
  ["whatsapp", "stable", ago(9000), "open"],
  ["whatsapp", "cloud", ago(23.99), "open"],
  ["whatsapp", "cloud", ago(24), "closed"],
  ["whatsapp", "cloud", null, "closed"],
  ["facebook", "beta", ago(23.99), "open"],
  ["facebook", "beta", ago(24), "people"],
  ["instagram", "beta", ago(7 * 24 - 0.01), "people"],
  ["instagram", "beta", ago(7 * 24), "closed"],
  ["facebook", "beta", null, "closed"],
] as const)("%s (%s), last written at %p: %s", (channel, provider, wroteAt, expected) => {
  expect(windowAt({ channel, provider, wroteAt }, NOW)).toBe(expected);
});

import { afterEach, beforeEach, expect, test } from "bun:test";
import { MINUTE, type Office, office } from "#outreach/campaigns/testing.ts";
import { timelineOf } from "./report.ts";

let o: Office;
beforeEach(() => {
  o = office();
});
afterEach(() => o.close());

test("the timeline of a campaign has every message in its minute", async () => {
  const id = o.campaign(25);
  await o.finish(id);
  const { pieceMs, points } = timelineOf(o.tenant.db, id);
  expect(pieceMs).toBe(MINUTE);
  const counts = new Map<number, number>();
  for (const { at } of o.arrivals) {
    const minute = Math.floor(at / MINUTE) * MINUTE;
    counts.set(minute, (counts.get(minute) ?? 0) + 1);
  }
  const told = points.filter(({ delivered }) => delivered > 0);
  expect(told.map(({ at, delivered }) => [Date.parse(at), delivered])).toEqual([...counts]);
  expect(points.map(({ delivered }) => delivered).reduce((sum, n) => sum + n)).toBe(25);
});

import { expect, test } from "bun:test";
import { startTestApp } from "#test/helpers/app.ts";
import { hasRecentRequest } from "./recent-activity.ts";

test("a request counts as recent activity, a health check does not", async () => {
  const app = await startTestApp();
  try {
    // Longer than a quarter of a second ago, or never.
    while (hasRecentRequest()) await new Promise<void>((resolve) => setImmediate(resolve));
    await fetch(`${app.url}/healthz`);
    expect(hasRecentRequest()).toBe(false);
    await fetch(`${app.url}/api/nothing`);
    expect(hasRecentRequest()).toBe(true);
  } finally {
    await app.stop();
  }
});

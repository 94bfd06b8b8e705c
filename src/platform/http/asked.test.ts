import { expect, test } from "bun:test";
import { startTestApp } from "#test/helpers/app.ts";
import { isAskedLately } from "./asked.ts";

test("a request is noticed; what a balancer asks every second is not one", async () => {
  const app = await startTestApp();
  try {
    // Longer than a quarter of a second ago, or never.
    while (isAskedLately()) await new Promise<void>((resolve) => setImmediate(resolve));
    await fetch(`${app.url}/healthz`);
    expect(isAskedLately()).toBe(false);
    await fetch(`${app.url}/api/nothing`);
    expect(isAskedLately()).toBe(true);
  } finally {
    await app.stop();
  }
});

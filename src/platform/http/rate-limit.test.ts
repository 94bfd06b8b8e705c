import { describe, expect, test } from "bun:test";
import { fakeClock } from "#platform/clock.ts";
import type { AppError } from "#platform/errors.ts";
import { createRateLimit } from "./rate-limit.ts";

function refusal(work: () => void): AppError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error as AppError;
  }
}

describe("a rate limit", () => {
  test("lets the allowed number through per window and says how long to wait", () => {
    const clock = fakeClock();
    const limit = createRateLimit(clock, 2, 60_000);
    limit.take("a");
    clock.advance(20_500);
    limit.take("a");
    expect(refusal(() => limit.take("a"))).toMatchObject({
      status: 429,
      code: "ERR_RATE_LIMIT",
      details: { retryAfterSeconds: 40 },
    });
    expect(refusal(() => limit.take("b"))).toBeUndefined();
    clock.advance(39_500);
    expect(refusal(() => limit.take("a"))).toBeUndefined();
  });

  test("forgets a key when told", () => {
    const limit = createRateLimit(fakeClock(), 1, 60_000);
    limit.take("a");
    expect(refusal(() => limit.take("a"))).toBeDefined();
    limit.reset("a");
    expect(refusal(() => limit.take("a"))).toBeUndefined();
  });
});

import { describe, expect, test } from "bun:test";
import { fakeClock } from "#platform/clock.ts";
import type { AppError } from "#platform/errors.ts";
import { createAddressLimit, createRateLimit } from "./rate-limit.ts";

function refusal(work: () => void): AppError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error as AppError;
  }
}

describe("a rate limit", () => {
  test("a rate limit allows its number of requests per window and then returns the seconds to wait", () => {
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

  test("a call that is given back does not count", () => {
    const limit = createRateLimit(fakeClock(), 1, 60_000);
    limit.take("a");
    limit.giveBack("a");
    limit.giveBack("a");
    expect(refusal(() => limit.take("a"))).toBeUndefined();
    expect(refusal(() => limit.take("a"))).toBeDefined();
  });

  test("a rate limit stores at most 100,000 keys and deletes the oldest for a new one", () => {
    const limit = createRateLimit(fakeClock(), 1, 60_000);
    for (let n = 0; n < 100_000; n += 1) limit.take(`address ${n}`);
    expect(refusal(() => limit.take("address 0"))).toBeDefined();
    limit.take("one more");
    expect(refusal(() => limit.take("address 0"))).toBeUndefined();
    expect(refusal(() => limit.take("address 2"))).toBeDefined();
  });

  test("a rate limit counts a key from zero after a reset", () => {
    const limit = createRateLimit(fakeClock(), 1, 60_000);
    limit.take("a");
    expect(refusal(() => limit.take("a"))).toBeDefined();
    limit.reset("a");
    expect(refusal(() => limit.take("a"))).toBeUndefined();
  });
});

test("a rate limit counts all addresses of an IPv6 network together and each IPv4 address separately", () => {
  const limit = createAddressLimit(fakeClock(), 2, 60_000);
  limit.take("2001:db8:1:2::1");
  limit.take("2001:db8:1:2:3:4:5:6");
  expect(() => limit.take("2001:DB8:1:2:ffff::")).toThrow("ERR_RATE_LIMIT");
  limit.take("2001:db8:1:3::1");
  for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2", "::ffff:192.0.2.3"]) limit.take(address);
  expect(() => limit.take("192.0.2.1")).toThrow("ERR_RATE_LIMIT");
  limit.take("192.0.2.3");
  expect(() => limit.take("::ffff:192.0.2.3")).toThrow("ERR_RATE_LIMIT");
});

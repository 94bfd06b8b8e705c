import { expect, test } from "bun:test";
import { fakeClock } from "#platform/clock.ts";
import { kindOf } from "./directory-names.ts";
import { watchMovedCompanies } from "./moved-companies.ts";
import { releaseLogins } from "./release-logins.ts";
import { memoryKeyValues } from "./testing/memory-key-values.ts";

/** docs/rules/cells.md#first-fill */

test("the e-mails of a forgotten cell are released, those of companies that moved out of it are not", async () => {
  const bucket = memoryKeyValues();
  const put = (key: string, cell: number, companyId: number | null, state = "confirmed") =>
    bucket.put(key, JSON.stringify({ cell, companyId, state, atMs: 1 }), 0);
  await put("login.a", 4, 4_000_001);
  await put("login.claimed", 4, null, "reserved");
  await put("login.moved-out", 4, 4_000_002);
  await put("login.moved-in", 1, 7);
  await put("login.other", 1, 8);
  await put("name.a", 4, 4_000_001);
  await put("api-key.a", 4, 4_000_001);
  await bucket.put("filled.4", "1", 0);
  await bucket.put("login.newer", JSON.stringify({ version: 9 }), 0);
  const [four, one] = [4, 1].map((cell) => watchMovedCompanies(bucket, cell, fakeClock()));
  for (const [from, id, to] of [
    [four, 4_000_002, 1],
    [one, 7, 4],
  ] as const) {
    await from?.moves.claim(id, "m");
    await from?.moves.complete(id, "m", to);
  }
  expect(await releaseLogins(bucket, 4)).toBe(3);
  expect(bucket.keys.filter((key) => kindOf(key) === "login")).toEqual([
    "login.moved-out",
    "login.newer",
    "login.other",
  ]);
  expect(bucket.keys.filter((key) => kindOf(key) !== "login")).toEqual(
    expect.arrayContaining(["api-key.a", "company.7", "company.4000002", "filled.4", "name.a"]),
  );
  expect(await releaseLogins(bucket, 4)).toBe(0);
});

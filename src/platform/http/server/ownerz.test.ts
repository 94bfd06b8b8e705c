import { afterEach, describe, expect, test } from "bun:test";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testCell } from "#test/helpers/cell.ts";

let app: TestApp | undefined;
afterEach(() => app?.stop());
const status = async (query: string) => (await fetch(`${app?.url}/ownerz${query}`)).status;

describe("/ownerz", () => {
  test("the owner answers 200 for its cell only, and 503 past its lease deadline", async () => {
    const cell = testCell();
    app = await startTestApp({ cell });
    expect([await status("?cell=1"), await status("?cell=2"), await status("?cell=x")]).toEqual([
      200, 503, 503,
    ]);
    cell.lapse();
    expect(await status("?cell=1")).toBe(503);
    cell.renew();
    expect(await status("?cell=1")).toBe(200);
  });

  test("one machine owns cell 1", async () => {
    app = await startTestApp();
    expect([await status("?cell=1"), await status(""), await status("?cell=2")]).toEqual([200, 200, 503]);
  });
});

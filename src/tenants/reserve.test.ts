import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { DIRECTORY_KINDS, type DirectoryKey } from "#platform/cells.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { type MemoryDirectory, memoryDirectory } from "#test/helpers/memory-directory.ts";
import {
  type Claim,
  type Reserved,
  releaseAfter,
  releaseKey,
  reserveIfFree,
  withReserved,
} from "./reserve.ts";
import type { Tenant } from "./tenant.ts";

let directory: MemoryDirectory;
let app: TestApp;
let tenant: Tenant;
beforeEach(async () => {
  directory = memoryDirectory();
  app = await startTestApp({ cells: directory.cells(1) });
  tenant = app.company();
});
afterEach(() => app.stop());

const KEY: DirectoryKey = { kind: "login", value: "ana@example.com" };
const OTHER: DirectoryKey = { kind: "name", value: "padaria" };
const claim = (key: DirectoryKey): Claim => ({ key, refused: () => new Error(`${key.kind} in use`) });
const owned = (companyId: number, cell = 1) => ({ cell, companyId, isConfirmed: true });

describe("reservation", () => {
  test.each([...DIRECTORY_KINDS])(
    "a value of kind %s is reserved before the work and confirmed after it",
    async (kind) => {
      const key = { kind, value: "v" };
      await withReserved(app.installation, [claim(key)], 7, (reserved) => {
        reserved.cover(key);
        directory.calls.push("work");
      });
      expect(directory.calls).toEqual([`reserve ${kind} v`, "work", `confirm ${kind} v`]);
      expect(directory.entries()).toEqual({ [`${kind} v`]: owned(7) });
    },
  );

  test("the values of a company that the work creates are confirmed with its id", async () => {
    await withReserved(
      app.installation,
      [claim(KEY), claim(OTHER)],
      ({ id }) => id,
      () => {
        expect(directory.entries()).toEqual({
          "login ana@example.com": { cell: 1, companyId: null, isConfirmed: false },
          "name padaria": { cell: 1, companyId: null, isConfirmed: false },
        });
        return { id: 12 };
      },
    );
    expect(directory.entries()).toEqual({ "login ana@example.com": owned(12), "name padaria": owned(12) });
  });

  test("a refused value withdraws the values that were reserved before it, and the work does not run", async () => {
    await reserveIfFree({ ...app.installation, cells: directory.cells(2) }, OTHER, 2_000_000, () => true);
    const made = withReserved(app.installation, [claim(KEY), claim(OTHER)], 7, () =>
      directory.calls.push("work"),
    );
    await expect(made).rejects.toThrow("name in use");
    expect(directory.calls).not.toContain("work");
    expect(directory.entries()).toEqual({ "name padaria": owned(2_000_000, 2) });
  });

  test("a failed work leaves no entry, and the entry that the company had before it stays", async () => {
    await withReserved(app.installation, [claim(KEY)], 7, () => {});
    const failed = withReserved(app.installation, [claim(KEY), claim(OTHER)], 7, () => {
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(directory.entries()).toEqual({ "login ana@example.com": owned(7) });
  });

  test("a value that was committed before the failure is confirmed", async () => {
    const failed = withReserved(app.installation, [claim(KEY), claim(OTHER)], tenant.id, (reserved) => {
      tenant.write((unit) => reserved.cover(KEY, unit));
      expect(() =>
        tenant.write((unit) => {
          reserved.cover(OTHER, unit);
          throw new Error("rolled back");
        }),
      ).toThrow("rolled back");
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(directory.entries()).toEqual({ "login ana@example.com": owned(tenant.id) });
  });

  test("a value without a reservation is refused, also after the end of the work", async () => {
    let kept: Reserved | undefined;
    await withReserved(app.installation, [claim(KEY)], 7, (reserved) => {
      kept = reserved;
      expect(() => reserved.cover(OTHER)).toThrow("a name is written without a reservation");
    });
    expect(() => kept?.cover(KEY)).toThrow("used after its end");
  });

  test("servers that do not answer stop the work with 503", async () => {
    directory.isDown = true;
    const made = withReserved(app.installation, [claim(KEY)], 7, () => directory.calls.push("work"));
    await expect(made).rejects.toMatchObject({ status: 503, code: "ERR_NOT_DURABLE" });
    expect(directory.calls).not.toContain("work");
  });

  test("the entry of a killed process is taken over by its own cell and stays closed to the other one", async () => {
    directory.leave(KEY, 1, null);
    const elsewhere = { ...app.installation, cells: directory.cells(2) };
    expect(await reserveIfFree(elsewhere, KEY, 2_000_000, () => true)).toBe(false);
    expect(await reserveIfFree(app.installation, KEY, 7, () => true)).toBe(true);
    expect(directory.entries()).toEqual({ "login ana@example.com": owned(7) });
  });
});

describe("claims of one value", () => {
  test("two claims of one value run one after the other", async () => {
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await new Promise((done) => setImmediate(done));
      order.push(`${name} ends`);
    };
    await Promise.all([
      withReserved(app.installation, [claim(KEY), claim(OTHER)], 7, work("first")),
      withReserved(app.installation, [claim(OTHER), claim(KEY)], 7, work("second")),
    ]);
    expect(order).toEqual(["first begins", "first ends", "second begins", "second ends"]);
  });

  test("a released value can be reserved immediately by another company of the cell", async () => {
    await withReserved(app.installation, [claim(KEY)], tenant.id, () => {});
    tenant.write((unit) => releaseAfter(unit, KEY, () => false));
    expect(await reserveIfFree(app.installation, KEY, 8, () => true)).toBe(true);
    expect(directory.entries()).toEqual({ "login ana@example.com": owned(8) });
  });

  test("a rolled back transaction releases nothing", async () => {
    await withReserved(app.installation, [claim(KEY)], tenant.id, () => {});
    expect(() =>
      tenant.write((unit) => {
        releaseAfter(unit, KEY, () => false);
        throw new Error("no");
      }),
    ).toThrow("no");
    await withReserved(app.installation, [claim(KEY)], tenant.id, () => {});
    expect(directory.entries()).toEqual({ "login ana@example.com": owned(tenant.id) });
  });

  test("a value that the company has again is not released", async () => {
    await withReserved(app.installation, [claim(KEY)], tenant.id, () => {});
    await releaseKey(app.installation, KEY, tenant.id, () => true);
    expect(directory.entries()).toEqual({ "login ana@example.com": owned(tenant.id) });
  });
});

import { describe, expect, test } from "bun:test";
import { requireHomeCell } from "./cells.ts";

/** docs/rules/cells.md#owners */
describe("the start of a node of cell 2", () => {
  const leases = (...answers: readonly (readonly number[])[]) => {
    let asked = 0;
    return {
      cells: async () => {
        asked += 1;
        return answers[Math.min(asked, answers.length) - 1] ?? [];
      },
    };
  };

  test("it is refused in an installation whose home cell never had an owner", async () => {
    await expect(requireHomeCell({ cell: 2, leases: leases([2]) }, 0)).rejects.toThrow(
      "cell 2 needs the home cell, and cell 1 of this installation never had an owner",
    );
  });

  test("it waits for a home cell that is started at the same time", async () => {
    await requireHomeCell({ cell: 2, leases: leases([], [1, 2]) });
  });

  test("the home cell itself asks nothing", async () => {
    const failing = { cells: () => Promise.reject(new Error("asked")) };
    await requireHomeCell({ cell: 1, leases: failing });
  });
});

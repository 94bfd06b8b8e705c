import { expect, test } from "bun:test";
import { CommandError } from "#cli/command.ts";
import { moveReasonInWords } from "./move.ts";
import { untilNoticed } from "./move-command.ts";

/** docs/rules/cells.md#owners: an owner notices a new cell within some seconds. */

const unknown = () => new CommandError(moveReasonInWords("cell_unknown"));
const once = async () => undefined;

test("a move to a cell that has just started is asked for again until the owner of the source knows the cell", async () => {
  let asked = 0;
  const begun = await untilNoticed(
    async () => {
      asked += 1;
      if (asked < 4) throw unknown();
      return "begun";
    },
    async () => true,
    once,
  );
  expect([begun, asked]).toEqual(["begun", 4]);
});

test("a move to a cell that does not exist, and one that is refused, is answered immediately", async () => {
  for (const [error, exists] of [
    [unknown(), false],
    [new CommandError(moveReasonInWords("company_in_bin")), true],
  ] as const) {
    let asked = 0;
    const answer = untilNoticed(
      async () => {
        asked += 1;
        throw error;
      },
      async () => exists,
      once,
    );
    await expect(answer).rejects.toBe(error);
    expect(asked).toBe(1);
  }
});

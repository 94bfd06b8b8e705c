import { describe, expect, test } from "bun:test";
import { isComplete, newAction, problemOfList, withAction } from "./draft.ts";

const kinds = (list: readonly { action: string }[]) => list.map(({ action }) => action).join(" ");

describe("the editor of actions", () => {
  test("a new action is inserted before an action that must be the last", () => {
    const list = withAction(withAction([newAction("reply")], "transfer"), "note");
    expect(kinds(list)).toBe("reply note transfer");
    expect(
      problemOfList([
        { action: "reply", text: "Oi" },
        { action: "return" },
        { action: "note", text: "Avisado" },
      ]),
    ).toBe("order");
  });

  test("an action is complete once all of its keys are there", () => {
    expect(isComplete(newAction("transfer"))).toBe(false);
    expect(isComplete({ action: "transfer", queueId: 3 })).toBe(true);
    expect(isComplete(newAction("reply"))).toBe(false);
    expect(isComplete(newAction("snooze"))).toBe(true);
    expect(problemOfList([])).toBe("empty");
  });
});

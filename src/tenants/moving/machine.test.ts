import { expect, test } from "bun:test";
import {
  isBeforeSwitch,
  isMoving,
  MOVE_STATES,
  type MoveEvent,
  type MoveState,
  PAUSED_STATES,
  recoveryOf,
  stateAfter,
} from "./machine.ts";

const EVENTS: readonly MoveEvent[] = ["accepted", "paused", "imported", "switched", "closed", "failed"];

/** States that can follow a state. */
const after = (state: MoveState): readonly MoveState[] =>
  EVENTS.flatMap((event) => {
    try {
      return stateAfter(state, event);
    } catch {
      return [];
    }
  });

test("a move ends from each state, and an ended one has no further event", () => {
  for (const state of MOVE_STATES) expect([state, after(state).length > 0]).toEqual([state, isMoving(state)]);
});

test("after the switch a move can only be closed, and it cannot be cancelled", () => {
  expect(after("switched")).toEqual(["done"]);
  expect(MOVE_STATES.filter(isBeforeSwitch)).toEqual(["asked", "copying", "paused", "imported"]);
});

test("an owner that finds an interrupted move asks the directory exactly when the switch may have happened", () => {
  for (const state of MOVE_STATES) {
    const mayBeSwitched = after(state).includes("switched");
    expect([state, recoveryOf(state) === "settle"]).toEqual([state, mayBeSwitched]);
  }
});

test("a company is closed from the pause until it is known which cell has it", () => {
  const closed = MOVE_STATES.filter((state) => ["settle", "close"].includes(recoveryOf(state)));
  expect(closed).toEqual([...PAUSED_STATES]);
});

test("an impossible event is an error that names event and state", () => {
  expect(() => stateAfter("done", "failed")).toThrow("a move cannot be failed while it is done");
});

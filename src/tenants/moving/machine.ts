/** Pure rules of a move of a company to another cell (docs/rules/cells.md#move). */

export const MOVE_STATES = ["asked", "copying", "paused", "imported", "switched", "done", "failed"] as const;
export type MoveState = (typeof MOVE_STATES)[number];

/**
 * `accepted`: the target receives files. `paused`: the company is closed here. `imported`: the target has everything in its log.
 * `switched`: the directory names the target. `closed`: the rows of the company are removed here. `failed`: the directory names
 * this cell, and the company is opened again.
 */
export type MoveEvent = "accepted" | "paused" | "imported" | "switched" | "closed" | "failed";

const NEXT: Readonly<Record<MoveState, Readonly<Partial<Record<MoveEvent, MoveState>>>>> = {
  asked: { accepted: "copying", failed: "failed" },
  copying: { paused: "paused", failed: "failed" },
  // The directory may name the target already: the answer to the switch was lost, or a kill came first.
  paused: { imported: "imported", switched: "switched", failed: "failed" },
  imported: { switched: "switched", failed: "failed" },
  switched: { closed: "done" },
  done: {},
  failed: {},
};

/** The state after an event. Throws an Error for an event that is impossible in this state. */
export function stateAfter(state: MoveState, event: MoveEvent): MoveState {
  const next = NEXT[state][event];
  if (!next) throw new Error(`a move cannot be ${event} while it is ${state}`);
  return next;
}

/** States in which no request and no job of this cell reaches the company. */
export const PAUSED_STATES: readonly MoveState[] = ["paused", "imported", "switched"];

export const isMoving = (state: MoveState): boolean => state !== "done" && state !== "failed";

/** Whether an operator can still cancel the move. */
export const isBeforeSwitch = (state: MoveState): boolean => isMoving(state) && state !== "switched";

/**
 * What the owner of the source does with a move that another process began. `fail`: nothing was switched, so the company stays.
 * `settle`: the directory decides. `close`: remove the rows here.
 */
export function recoveryOf(state: MoveState): "fail" | "settle" | "close" | "none" {
  if (state === "asked" || state === "copying") return "fail";
  if (state === "paused" || state === "imported") return "settle";
  return state === "switched" ? "close" : "none";
}

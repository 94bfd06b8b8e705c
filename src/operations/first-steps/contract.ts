import * as v from "valibot";

/** Steps that a new company completes before it can work, in this order. */
export const STEPS = ["connect", "queue", "invite", "answer"] as const;
export type Step = (typeof STEPS)[number];

/** `hidden`: an admin hid the list; `done`: all steps were completed once, and the list is never shown again. */
const FirstStepsState = v.picklist(["shown", "hidden", "done"]);

export const FirstStepsAnswer = v.object({
  state: FirstStepsState,
  steps: v.array(v.object({ id: v.picklist(STEPS), done: v.boolean() })),
});
export type FirstStepsAnswer = v.InferOutput<typeof FirstStepsAnswer>;

export const FirstStepsBody = v.object({ hidden: v.boolean() });

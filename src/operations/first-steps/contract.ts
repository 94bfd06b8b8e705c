import * as v from "valibot";

/** What a new company does before it can work, in this order. */
export const STEPS = ["connect", "queue", "invite", "answer"] as const;
export type Step = (typeof STEPS)[number];

/** `hidden`: an admin put it away; `done`: all steps were done once, and it never comes back. */
const FirstStepsState = v.picklist(["shown", "hidden", "done"]);

export const FirstStepsAnswer = v.object({
  state: FirstStepsState,
  steps: v.array(v.object({ id: v.picklist(STEPS), done: v.boolean() })),
});
export type FirstStepsAnswer = v.InferOutput<typeof FirstStepsAnswer>;

export const FirstStepsBody = v.object({ hidden: v.boolean() });

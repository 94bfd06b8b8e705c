import { expect, test } from "bun:test";
import { type FirstStepsAnswer, STEPS } from "#operations/first-steps/contract.ts";
import { FirstStepsModel } from "./model.ts";

const answer = (done: number, state: FirstStepsAnswer["state"] = "shown"): FirstStepsAnswer => ({
  state,
  steps: STEPS.map((id, at) => ({ id, done: at < done })),
});

function opened(first: FirstStepsAnswer) {
  let tell: (event: Record<string, unknown>) => void = () => undefined;
  const model = new FirstStepsModel({ get: async () => first, put: async () => first } as never);
  model.listen({
    on: (_channel: string, listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  } as never);
  return { model, tell: (record: FirstStepsAnswer) => tell({ action: "update", record }) };
}

test("the first incomplete one of the first steps is the current one", async () => {
  const { model, tell } = opened(answer(0));
  await model.load();
  expect([model.next.value, model.doneCount.value]).toEqual(["connect", 0]);
  tell(answer(2));
  expect([model.next.value, model.doneCount.value]).toEqual(["invite", 2]);
});

test("the completion of the first steps is celebrated only for a user who sees it happen", async () => {
  const { model, tell } = opened(answer(3));
  await model.load();
  tell(answer(4, "done"));
  expect(model.celebrates.value).toBe(true);
  model.endCelebration();
  expect(model.celebrates.value).toBe(false);
  const later = opened(answer(4, "done"));
  await later.model.load();
  expect(later.model.celebrates.value).toBe(false);
});

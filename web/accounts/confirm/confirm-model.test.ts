import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { type Answer, fakeApi, settle } from "#web/lib/testing/test-fakes.ts";
import { ConfirmModel } from "./confirm-model.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function open(answer: Answer = { body: {} }) {
  const { api, calls } = fakeApi(() => answer);
  let done = 0;
  const failures: unknown[] = [];
  const model = new ConfirmModel({
    api,
    onDone: () => {
      done += 1;
    },
    onFailure: (error) => failures.push(error),
  });
  const submit = async () => {
    void model.form.submit();
    jest.advanceTimersByTime(400);
    await settle();
  };
  return { model, calls, failures, submit, done: () => done };
}

test("a confirmation link contains its code, which is sent only after a press of the button", async () => {
  const { model, calls, submit, done } = open();
  expect(model.invite("#token=abc")).toBe(true);
  expect([model.isInvited.value, calls.length]).toEqual([true, 0]);
  await submit();
  expect(calls).toMatchObject([{ method: "POST", path: "/auth/confirm", body: { token: "abc" } }]);
  expect(done()).toBe(1);
});

test("the confirmation page without a code in its URL asks for the code", () => {
  const { model } = open();
  expect(model.invite("")).toBe(false);
  expect(model.invite("#email=a@b.c")).toBe(false);
  expect(model.isInvited.value).toBe(false);
});

const refusal = (error: string, details?: object) => ({ status: 400, body: { error, details } });

test("an invalid confirmation link shows the reason on the page; other errors are toasts", async () => {
  const cases = [
    [refusal("ERR_CONFIRMATION_CODE", { reason: "used" }), "used"],
    [refusal("ERR_CONFIRMATION_CODE", { reason: "replaced" }), "replaced"],
    [refusal("ERR_CONFIRMATION_CODE", { reason: "expired" }), "expired"],
    [refusal("ERR_CONFIRMATION_CODE", { reason: "of a later release" }), "unknown"],
    [refusal("ERR_EMAIL_IN_USE"), "email"],
    [refusal("ERR_SIGNUP_PLAN"), "plan"],
    [refusal("ERR_SIGNUP_DISABLED"), "closed"],
  ] as const;
  for (const [answer, problem] of cases) {
    const { model, submit, failures } = open(answer);
    model.invite("#token=old");
    await submit();
    expect([model.problem.value, model.isInvited.value, failures.length]).toEqual([problem, false, 0]);
  }
  const broken = open({ status: 500, body: { error: "ERR_INTERNAL" } });
  broken.model.invite("#token=good");
  await broken.submit();
  expect([broken.model.problem.value, broken.failures.length]).toEqual([null, 1]);
});

test("a second confirmation link in the same tab is used after the first one was refused", async () => {
  const answers = [refusal("ERR_CONFIRMATION_CODE", { reason: "replaced" }), { body: { email: "a@b.c" } }];
  const { api, calls } = fakeApi(() => answers.shift() ?? { body: {} });
  const done: unknown[] = [];
  const model = new ConfirmModel({ api, onDone: (answer) => done.push(answer), onFailure: () => undefined });
  const press = async () => {
    void model.form.submit();
    jest.advanceTimersByTime(400);
    await settle();
  };
  model.invite("#token=first");
  await press();
  expect(model.problem.value).toBe("replaced");
  model.invite("#token=second");
  expect([model.problem.value, model.isInvited.value]).toEqual([null, true]);
  await press();
  expect(calls.map(({ body }) => body)).toEqual([{ token: "first" }, { token: "second" }]);
  expect(done).toEqual([{ email: "a@b.c" }]);
});

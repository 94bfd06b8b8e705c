import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { type Answer, fakeApi, settle } from "#web/lib/test-fakes.ts";
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

test("a link brings its code; nothing is sent before somebody says so", async () => {
  const { model, calls, submit, done } = open();
  expect(model.invite("#token=abc")).toBe(true);
  expect([model.isInvited.value, calls.length]).toEqual([true, 0]);
  await submit();
  expect(calls).toMatchObject([{ method: "POST", path: "/auth/confirm", body: { token: "abc" } }]);
  expect(done()).toBe(1);
});

test("an address without a code asks for it", () => {
  const { model } = open();
  expect(model.invite("")).toBe(false);
  expect(model.invite("#email=a@b.c")).toBe(false);
  expect(model.isInvited.value).toBe(false);
});

test("a code that is worth nothing is told in place, everything else in passing", async () => {
  const wrong = open({ status: 400, body: { error: "ERR_CONFIRMATION_CODE" } });
  wrong.model.invite("#token=old");
  await wrong.submit();
  expect([wrong.model.isWrong.value, wrong.model.isInvited.value, wrong.failures.length]).toEqual([
    true,
    false,
    0,
  ]);
  const broken = open({ status: 500, body: { error: "ERR_INTERNAL" } });
  broken.model.invite("#token=good");
  await broken.submit();
  expect([broken.model.isWrong.value, broken.failures.length]).toEqual([false, 1]);
});

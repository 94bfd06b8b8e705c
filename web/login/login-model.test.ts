import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { ApiError } from "#web/lib/api-error.ts";
import type { LoginResult } from "#web/lib/session.ts";
import { fakeApi, settle } from "#web/lib/test-fakes.ts";
import { LoginModel } from "./login-model.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

async function logIn(result: LoginResult | Error, isOpen: Readonly<Record<string, boolean>> = {}) {
  const soon: number[] = [];
  const failures: unknown[] = [];
  const model = new LoginModel({
    session: { login: async () => (result instanceof Error ? Promise.reject(result) : result) },
    api: fakeApi(({ path }) => ({ body: { open: isOpen[path] ?? true } })).api,
    onFailure: (error) => failures.push(error),
    onEndingSoon: (days) => soon.push(days),
  });
  model.form.set("email", "ana@aurora.com");
  model.form.set("password", "segredo");
  void model.form.submit();
  jest.advanceTimersByTime(400);
  await settle();
  return { model, soon, failures };
}

test("fewer than five days left are told, five or more are not", async () => {
  for (const [daysLeft, told] of [
    [0, [0]],
    [4, [4]],
    [5, []],
    [null, []],
  ] as const) {
    const { soon } = await logIn({ kind: "in", daysLeft });
    expect(soon).toEqual([...told]);
  }
});

test("past its due date a company reads so and stays outside", async () => {
  const { model } = await logIn({ kind: "expired", dueDate: "2026-11-01", invoices: [{ status: "open" }] });
  expect(model.refusal.value).toEqual({ kind: "past", dueDate: "2026-11-01" });
});

test("when the newest invoice is paid, the mistake is ours", async () => {
  const invoices = [{ status: "paid" }, { status: "open" }];
  const { model } = await logIn({ kind: "expired", dueDate: "2026-11-01", invoices });
  expect(model.refusal.value).toEqual({ kind: "mistake" });
});

test("a wrong password is told and the form can be sent again", async () => {
  const { model, failures } = await logIn(new ApiError(401, "ERR_INVALID_CREDENTIALS"));
  expect(failures).toMatchObject([{ code: "ERR_INVALID_CREDENTIALS" }]);
  expect(model.form.sending.value).toBe(false);
});

test("a fresh installation is pointed to its set-up address, not to the sign-up", async () => {
  const { model } = await logIn({ kind: "in", daysLeft: null });
  await model.ask();
  expect([model.needsSetup.value, model.mayJoin.value]).toEqual([true, false]);
});

test("the way to the sign-up is shown while strangers may join", async () => {
  for (const open of [true, false]) {
    const { model } = await logIn({ kind: "in", daysLeft: null }, { "/setup": false, "/signup": open });
    await model.ask();
    expect([model.needsSetup.value, model.mayJoin.value]).toEqual([false, open]);
  }
});

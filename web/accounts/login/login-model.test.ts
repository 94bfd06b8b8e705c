import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { InvoiceAnswer } from "#accounts/billing/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import type { LoginResult } from "#web/lib/session/session.ts";
import { fakeApi, settle } from "#web/lib/testing/test-fakes.ts";
import { LoginModel } from "./login-model.ts";

const sampleInvoice: InvoiceAnswer = {
  id: 1,
  companyId: 7,
  companyName: "Aurora",
  companyDeleted: false,
  detail: "Básico",
  value: 99.9,
  dueDate: "2026-11-01",
  status: "open",
  recurrence: "MENSAL",
  paidAt: null,
  createdAt: "2026-10-12T09:00:00.000Z",
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

async function logIn(result: LoginResult | Error, isOpen: Readonly<Record<string, boolean>> = {}) {
  const soon: number[] = [];
  const failures: unknown[] = [];
  let again = 0;
  const { api, calls } = fakeApi(({ path }) => ({ body: { open: isOpen[path] ?? true } }));
  const model = new LoginModel({
    session: { login: async () => (result instanceof Error ? Promise.reject(result) : result) },
    api,
    onFailure: (error) => failures.push(error),
    onEndingSoon: (days) => soon.push(days),
    onSentAgain: () => {
      again += 1;
    },
  });
  model.form.set("email", "ana@aurora.com");
  model.form.set("password", "segredo");
  void model.form.submit();
  jest.advanceTimersByTime(400);
  await settle();
  return { model, soon, failures, calls, again: () => again };
}

test("the login shows the days left of a subscription if they are fewer than five", async () => {
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

const invoice = (id: number, status: "open" | "paid") => ({ ...sampleInvoice, id, status });
const expired = (...invoices: InvoiceAnswer[]): LoginResult => ({
  kind: "expired",
  dueDate: "2026-11-01",
  invoices,
  token: "bills",
});

test("a login to an overdue company shows a message and its oldest open invoice, without a session", async () => {
  const { model } = await logIn(expired(invoice(9, "open"), invoice(8, "open"), invoice(7, "paid")));
  expect(model.refusal.value).toEqual({
    kind: "past",
    dueDate: "2026-11-01",
    bill: { invoiceId: 8, token: "bills" },
  });
  expect((await logIn(expired())).model.refusal.value).toMatchObject({ kind: "past", bill: null });
});

test("a login to an overdue company whose newest invoice is paid shows the text for a server error", async () => {
  const { model } = await logIn(expired(invoice(9, "paid"), invoice(8, "open")));
  expect(model.refusal.value).toEqual({ kind: "mistake" });
});

test("a login to an overdue company is offered the invoice of its plan, not one of message costs", async () => {
  const costs = { ...invoice(8, "open"), kind: "costs" } as const;
  const { model } = await logIn(expired({ ...costs, status: "paid" }, invoice(9, "open"), costs));
  expect(model.refusal.value).toMatchObject({ kind: "past", bill: { invoiceId: 9 } });
});

test("a wrong password at the login shows an error, and the form can be sent again", async () => {
  const { model, failures } = await logIn(new ApiError(401, "ERR_INVALID_CREDENTIALS"));
  expect(failures).toMatchObject([{ code: "ERR_INVALID_CREDENTIALS" }]);
  expect(model.form.sending.value).toBe(false);
});

test("the login page of a fresh installation links to the set-up page instead of the sign-up", async () => {
  const { model } = await logIn({ kind: "in", daysLeft: null });
  await model.ask();
  expect([model.needsSetup.value, model.mayJoin.value]).toEqual([true, false]);
});

test("the login page links to the sign-up while public sign-up is enabled", async () => {
  for (const open of [true, false]) {
    const { model } = await logIn({ kind: "in", daysLeft: null }, { "/setup": false, "/signup": open });
    await model.ask();
    expect([model.needsSetup.value, model.mayJoin.value]).toEqual([false, open]);
  }
});

test("a login before the confirmation of the e-mail shows a message and can request the link again", async () => {
  const { model, failures, calls, again } = await logIn(new ApiError(403, "ERR_EMAIL_NOT_CONFIRMED"));
  expect(model.refusal.value).toEqual({ kind: "unconfirmed", email: "ana@aurora.com" });
  expect(failures).toEqual([]);
  await model.sendAgain();
  expect(calls).toMatchObject([
    { path: "/auth/confirm/again", body: { email: "ana@aurora.com", password: "segredo" } },
  ]);
  expect(again()).toBe(1);
});

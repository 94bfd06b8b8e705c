import { expect, test } from "bun:test";
import { fakeApi } from "#web/lib/testing/test-fakes.ts";
import { SubscriptionModel } from "./subscription-model.ts";

const open = (invoices: readonly object[], companyId: number | null = 7) => {
  const { api, calls } = fakeApi(({ path }) => ({
    body: path.startsWith("/companies")
      ? { id: 7, email: "dona@aurora.com" }
      : { invoices, count: 2, hasMore: false },
  }));
  return { model: new SubscriptionModel(api, companyId), calls };
};

test("the oldest open invoice is offered for payment", async () => {
  const { model } = open([
    { id: 3, companyId: 7, status: "open" },
    { id: 2, companyId: 7, status: "open" },
    { id: 1, companyId: 7, status: "paid" },
  ]);
  await model.load();
  expect(model.state.value).toMatchObject({
    kind: "ready",
    company: { email: "dona@aurora.com" },
    owed: { id: 2 },
    isPaid: false,
  });
});

test("invoices of other companies cannot be paid on the subscription page, although super users read them", async () => {
  const { model } = open([
    { id: 9, companyId: 8, status: "open" },
    { id: 3, companyId: 7, status: "paid" },
    { id: 2, companyId: 8, status: "open" },
  ]);
  await model.load();
  expect(model.state.value).toMatchObject({ owed: null, isPaid: true });
});

test("the subscription offers the invoice of the plan, not one of message costs", async () => {
  const { model } = open([
    { id: 4, companyId: 7, kind: "costs", status: "paid" },
    { id: 3, companyId: 7, kind: "plan", status: "open" },
    { id: 2, companyId: 7, kind: "costs", status: "open" },
  ]);
  await model.load();
  expect(model.state.value).toMatchObject({ owed: { id: 3 }, isPaid: false });
});

test("without an open invoice there is no payment, and a paid newest invoice is shown as paid", async () => {
  const { model, calls } = open([{ id: 1, status: "paid" }], null);
  await model.load();
  expect(model.state.value).toMatchObject({ kind: "ready", company: null, owed: null, isPaid: true });
  expect(calls.map(({ path }) => path)).toEqual(["/invoices/all?pageNumber=1"]);
});

test("a failed load of the subscription shows an error", async () => {
  const { api } = fakeApi(() => ({ status: 500, body: { error: "ERR_INTERNAL" } }));
  const model = new SubscriptionModel(api, 7);
  await model.load();
  expect(model.state.value).toMatchObject({ kind: "error", error: { code: "ERR_INTERNAL" } });
});

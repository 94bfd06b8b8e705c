import { expect, test } from "bun:test";
import type { CompanyCostsBody } from "#inbox/costs/contract.ts";
import { createCompanyCostsForm, rateText } from "./company-costs-form.ts";

const costs = {
  ...({ currency: "USD", payer: "company", marginPercent: 0, rate: 1_000_000 } as const),
  ...{ since: null, pricedIn: "USD" },
};

test("an exchange rate is shown and sent without rounding", async () => {
  expect([1_000_000, 5_437_200, 10_000_000, 1, 120_000_000].map(rateText)).toEqual([
    ...["1", "5.4372", "10", "0.000001", "120"],
  ]);
  const sent: CompanyCostsBody[] = [];
  const form = createCompanyCostsForm({
    costs,
    save: async (body) => void sent.push(body),
    onFailure: (error) => {
      throw error;
    },
  });
  form.set("payer", "provider");
  form.set("marginPercent", "15");
  form.set("rate", "5,4372");
  await form.submit();
  expect(sent).toEqual([{ payer: "provider", currency: "USD", marginPercent: 15, rate: 5_437_200 }]);
});

test("a margin above 500 % and an exchange rate of 0 are rejected before they are sent", () => {
  const form = createCompanyCostsForm({ costs, save: async () => undefined, onFailure: () => undefined });
  form.set("marginPercent", "501");
  form.set("rate", "0");
  form.set("currency", "real");
  expect(Object.keys(form.problems.value).sort()).toEqual(["currency", "marginPercent", "rate"]);
});

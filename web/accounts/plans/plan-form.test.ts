import { expect, test } from "bun:test";
import { PLAN_FLAGS } from "#accounts/companies/contract.ts";
import { createPlanForm, typedReais, valuesOf } from "./plan-dialog.tsx";

test("a new plan starts with limits of 0 and all flags on", () => {
  const values = valuesOf(null);
  expect([values.users, values.connections, values.queues, values.value]).toEqual(["0", "0", "0", "0"]);
  for (const flag of PLAN_FLAGS) expect(values[flag]).toBe(true);
});

test("amounts of a plan are shown and typed with a comma, and an invalid amount is rejected without a request", async () => {
  expect([99.9, 100, 0.5].map(typedReais)).toEqual(["99,90", "100", "0,50"]);
  const sent: unknown[] = [];
  const form = createPlanForm({
    plan: null,
    calls: {
      create: async (body) => {
        sent.push(body);
        throw new Error("not looked at");
      },
      update: async () => {
        throw new Error("never");
      },
    },
    onSaved: () => undefined,
    onRefused: () => undefined,
  });
  form.set("name", "Ouro");
  form.set("value", "dez");
  form.set("users", "-1");
  await form.submit();
  expect(form.problems.value).toMatchObject({ value: "invalid", users: "invalid" });
  form.set("value", "149,90");
  form.set("users", "10");
  await form.submit();
  expect(sent).toMatchObject([
    { name: "Ouro", value: "149,90", users: "10", useKanban: true, enabled: true },
  ]);
});

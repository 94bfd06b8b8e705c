import { expect, test } from "bun:test";
import { stateOf } from "./policy.ts";

const on = (fields: { active?: boolean; dueDate?: string | null; trialExpiration?: string | null }) =>
  stateOf({ active: true, dueDate: null, trialExpiration: null, ...fields }, "2026-11-20");

test.each([
  ["never expires without a due date", {}, "active"],
  ["is active with six days to go", { dueDate: "2026-11-26" }, "active"],
  ["is expiring from five days before", { dueDate: "2026-11-25" }, "expiring"],
  ["is expiring on the due date itself", { dueDate: "2026-11-20" }, "expiring"],
  ["is expired the day after", { dueDate: "2026-11-19" }, "expired"],
  ["is on trial until that ends", { dueDate: "2026-11-22", trialExpiration: "2026-11-22" }, "trial"],
  ["is on trial on its last day", { dueDate: "2026-11-20", trialExpiration: "2026-11-20" }, "trial"],
  ["has ended its trial by paying", { dueDate: "2026-12-22", trialExpiration: "2026-11-22" }, "active"],
  ["is no longer on trial after it", { dueDate: "2026-12-22", trialExpiration: "2026-11-19" }, "active"],
  [
    "is expired when its trial ran out unpaid",
    { dueDate: "2026-11-19", trialExpiration: "2026-11-19" },
    "expired",
  ],
  ["is off, whatever else it is", { active: false, dueDate: "2026-11-19" }, "off"],
] as const)("a company %s", (_, fields, state) => {
  expect(on(fields)).toBe(state);
});

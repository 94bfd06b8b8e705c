import { setting } from "#accounts/settings/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type FirstStepsAnswer, STEPS, type Step } from "./contract.ts";
import * as sql from "./read.sql.ts";

export type Done = Readonly<Record<Step, boolean>>;

/** Result of the last count, in memory; null before the first one. */
const memoryOf = (tenant: Tenant): { done: Done | null } =>
  tenant.cached("first-steps", () => ({ done: null }));
export const lastDone = (tenant: Tenant): Done | null => memoryOf(tenant).done;

/** Counts the finished steps from the current rows. */
export function countDone(tenant: Tenant): Done {
  const row = queryOne(tenant.db, sql.steps);
  const done = {
    connect: row?.connect === 1,
    queue: row?.queue === 1,
    invite: row?.invite === 1,
    answer: row?.answer === 1,
  };
  memoryOf(tenant).done = done;
  return done;
}

export const isAllDone = (done: Done): boolean => STEPS.every((step) => done[step]);

/** The first steps, for admins of the company. Counts nothing once all steps were completed. */
export function firstStepsOf(tenant: Tenant): FirstStepsAnswer {
  const state = setting(tenant, "firstSteps");
  const done = state === "done" ? null : countDone(tenant);
  return { state, steps: STEPS.map((id) => ({ id, done: done?.[id] ?? true })) };
}

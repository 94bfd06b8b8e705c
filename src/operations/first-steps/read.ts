import { setting } from "#accounts/settings/index.ts";
import { one } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type FirstStepsAnswer, STEPS, type Step } from "./contract.ts";

export type Done = Readonly<Record<Step, boolean>>;

/** Number of messages searched for an answer of the company. */
const LOOKED_AT = 5000;

/** Four queries, each for the first matching row; users count from the second one. */
const SELECT = `SELECT
  EXISTS (SELECT 1 FROM connection WHERE deleted_at IS NULL AND (status = 'CONNECTED' OR linked_at IS NOT NULL)) AS connect,
  EXISTS (SELECT 1 FROM queue) AS queue,
  (SELECT count(*) FROM (SELECT 1 FROM user WHERE deleted_at IS NULL LIMIT 2)) > 1 AS invite,
  EXISTS (
    SELECT 1 FROM (SELECT from_me, origin FROM message ORDER BY id LIMIT ${LOOKED_AT}) WHERE from_me = 1 AND origin = 'user'
  ) AS answer`;

/** What was counted last, null before the first time. */
const memoryOf = (tenant: Tenant): { done: Done | null } =>
  tenant.cached("first-steps", () => ({ done: null }));
export const lastDone = (tenant: Tenant): Done | null => memoryOf(tenant).done;

/** What is done, from the rows as they are now. */
export function countDone(tenant: Tenant): Done {
  const row = one<Record<Step, number>>(tenant.db, SELECT);
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

/** For admins of the company. Once all was done nothing is counted any more. */
export function firstStepsOf(tenant: Tenant): FirstStepsAnswer {
  const state = setting(tenant, "firstSteps");
  const done = state === "done" ? null : countDone(tenant);
  return { state, steps: STEPS.map((id) => ({ id, done: done?.[id] ?? true })) };
}

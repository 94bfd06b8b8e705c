import type * as v from "valibot";
import type { PlanBody, PlanDetail, UpdatePlanBody } from "#accounts/plans/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";

/** Calls of the plans tab (docs/rules/companies.md#calls). */
export const planCalls = {
  create: (body: v.InferInput<typeof PlanBody>) => api.post<PlanDetail>("/plans", body),
  update: (id: number, body: v.InferInput<typeof UpdatePlanBody>) =>
    api.put<PlanDetail>(`/plans/${id}`, body),
  remove: (id: number) => api.delete(`/plans/${id}`),
};
export type PlanCalls = typeof planCalls;

/** The plans of the tab, sorted by name; no event changes them, only this page. */
export const plansList = new LiveList<PlanDetail>({
  path: "/plans",
  name: "plans",
  channel: "plan",
  compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
});

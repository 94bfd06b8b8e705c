import * as v from "valibot";
import { presentPlan } from "#accounts/companies/index.ts";
import { notFound } from "#platform/errors.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { LIST_SIZE, pageOfRows } from "#platform/http/page.ts";
import { fold } from "#platform/text.ts";
import { readLimit } from "#tenants/public-limits.ts";
import { publicRoute, route } from "#tenants/route.ts";
import { OfferedPlan, PlanBody, PlanDetail, PlanPage, PlanQuery, UpdatePlanBody } from "./contract.ts";
import { presentPlanDetail } from "./present.ts";
import { countPlans, listPlans, offeredPlan, offeredPlans } from "./queries.ts";
import { createPlan, deletePlan, updatePlan } from "./write.ts";

const offer = {
  method: "GET",
  summary: "Plans on offer, with limits, features and prices",
  answer: v.array(OfferedPlan),
  limit: readLimit,
  cell: "any",
} as const;

export const planRoutes = [
  route({
    method: "GET",
    path: "/plans",
    access: "super",
    cell: "home",
    summary: "A page of the plans",
    query: PlanQuery,
    answer: PlanPage,
    handle({ ctx: { tenant }, query }) {
      const { system } = tenant.installation;
      const search = fold(query.searchParam);
      const { rows, ...page } = pageOfRows(countPlans(system, search), query.pageNumber, (limit, offset) =>
        listPlans(system, search, limit, offset),
      );
      return { plans: rows.map((row) => presentPlanDetail(system, row)), ...page };
    },
  }),
  publicRoute({
    ...offer,
    path: "/plans/list",
    handle: ({ ctx }) => offeredPlans(ctx.system, LIST_SIZE).map(presentPlan),
  }),
  publicRoute({
    ...offer,
    path: "/plans/all",
    handle: ({ ctx }) => offeredPlans(ctx.system, LIST_SIZE).map(presentPlan),
  }),
  publicRoute({
    method: "GET",
    path: "/plans/:id",
    cell: "any",
    summary: "One plan on offer",
    limit: readLimit,
    params: IdParams,
    answer: OfferedPlan,
    handle({ ctx, params }) {
      const found = offeredPlan(ctx.system, params.id);
      if (!found) throw notFound();
      return presentPlan(found);
    },
  }),
  route({
    method: "POST",
    path: "/plans",
    audit: "plan.created",
    access: "super",
    cell: "home",
    summary: "Create a plan",
    body: PlanBody,
    answer: PlanDetail,
    handle: ({ ctx, body }) => presentPlanDetail(ctx.tenant.installation.system, createPlan(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/plans/:id",
    audit: "plan.changed",
    access: "super",
    cell: "home",
    summary: "Change a plan; applies to its companies at once",
    params: IdParams,
    body: UpdatePlanBody,
    answer: PlanDetail,
    handle: ({ ctx, params, body }) =>
      presentPlanDetail(ctx.tenant.installation.system, updatePlan(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/plans/:id",
    audit: "plan.removed",
    access: "super",
    cell: "home",
    summary: "Delete an unused plan",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deletePlan(ctx, params.id);
      return { message: "plan deleted" };
    },
  }),
];

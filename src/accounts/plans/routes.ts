import * as v from "valibot";
import { presentPlan } from "#accounts/companies/index.ts";
import { notFound } from "#platform/errors.ts";
import { gathered } from "#platform/http/cells/cell-rule.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { LIST_SIZE, pageOfRows } from "#platform/http/page.ts";
import { fold } from "#platform/text.ts";
import { readLimit } from "#tenants/public-limits.ts";
import { publicRoute, route } from "#tenants/route.ts";
import {
  companiesByPlan,
  mergePlans,
  type PlanPart,
  planUse,
  planUseElsewhere,
  refuseUsedElsewhere,
} from "./cells.ts";
import {
  OfferedPlan,
  PlanBody,
  PlanDetail,
  PlanPage,
  PlanQuery,
  PlanUse,
  UpdatePlanBody,
} from "./contract.ts";
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
    cell: gathered<PlanPart>(mergePlans),
    summary: "A page of the plans",
    query: PlanQuery,
    answer: PlanPage,
    handle({ ctx: { tenant }, query, isPart }) {
      const { installation } = tenant;
      const { system } = installation;
      const search = fold(query.searchParam);
      const { rows, ...page } = pageOfRows(countPlans(system, search), query.pageNumber, (limit, offset) =>
        listPlans(system, search, limit, offset),
      );
      const plans = rows.map((row) => presentPlanDetail(installation, row));
      return { plans, ...page, ...(isPart && { counts: companiesByPlan(installation) }) };
    },
  }),
  route({
    method: "GET",
    path: "/plans/:id/companies",
    access: "super",
    cell: gathered<PlanUse>((parts) => ({
      companies: parts.reduce((sum, { companies }) => sum + companies, 0),
      isUsed: parts.some(({ isUsed }) => isUsed),
    })),
    summary: "How many companies have a plan, and whether one has it, also in the bin",
    params: IdParams,
    answer: PlanUse,
    handle: ({ ctx: { tenant }, params }) => planUse(tenant.installation, params.id),
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
    handle: ({ ctx, body }) => presentPlanDetail(ctx.tenant.installation, createPlan(ctx, body)),
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
    async handle(call) {
      const { ctx, params, body } = call;
      const shown = presentPlanDetail(ctx.tenant.installation, updatePlan(ctx, params.id, body));
      const others = await planUseElsewhere(call, params.id);
      return { ...shown, companies: others.reduce((sum, { companies }) => sum + companies, shown.companies) };
    },
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
    async handle(call) {
      const { ctx, params } = call;
      const { cells } = ctx.tenant.installation;
      if (cells.all().length > 1) refuseUsedElsewhere(await planUseElsewhere(call, params.id), cells);
      deletePlan(ctx, params.id);
      return { message: "plan deleted" };
    },
  }),
];

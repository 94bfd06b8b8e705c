import { IdParams } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { CompanyHoursAnswer, CompanyHoursBody } from "./contract.ts";
import { readCompanyHours, writeCompanyHours } from "./hours.ts";

export const companyRoutes = [
  route({
    method: "GET",
    path: "/companies/:id/schedules",
    summary: "Opening hours of the company",
    params: IdParams,
    answer: CompanyHoursAnswer,
    handle: ({ ctx, params }) => ({ schedules: readCompanyHours(ctx, params.id) }),
  }),
  route({
    method: "PUT",
    path: "/companies/:id/schedules",
    summary: "Change the opening hours of the company",
    params: IdParams,
    body: CompanyHoursBody,
    answer: CompanyHoursAnswer,
    handle: ({ ctx, params, body }) => ({ schedules: writeCompanyHours(ctx, params.id, body.schedules) }),
  }),
];

import * as v from "valibot";
import { LARGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { companyInPath, gathered } from "#platform/http/cells/cell-rule.ts";
import { gatheredPage } from "#platform/http/cells/gathered-page.ts";
import { IdParams, MessageAnswer, SearchParam } from "#platform/http/contract.ts";
import { byText, LIST_SIZE, pageOfRows } from "#platform/http/page.ts";
import { fold } from "#platform/text.ts";
import { route } from "#tenants/route.ts";
import {
  AdvanceBody,
  CompanyAnswer,
  CompanyDetail,
  CompanyHoursAnswer,
  CompanyHoursBody,
  CompanyPage,
  CompanyQuery,
  CompanyRef,
  CompanyWithPlan,
  CreateCompanyBody,
  CreateCompanyQuery,
  HeldAnswer,
  ResumedAnswer,
  UpdateCompanyBody,
} from "./contract.ts";
import { readCompanyHours, writeCompanyHours } from "./hours/hours.ts";
import { addCompany, advanceDueDate, updateCompany } from "./lifecycle/administer.ts";
import { removeCompany } from "./lifecycle/bin.ts";
import { heldIds, resumeAllCompanies, resumeCompany } from "./lifecycle/hold.ts";
import { checkNamedCell } from "./placement.ts";
import { companyWithPlan, presentCompany, presentRef } from "./present.ts";
import { countCompanies, listCompanies, requireCompany } from "./queries.ts";

interface Named {
  readonly id: number;
  readonly name: string;
}
/** The order of `listCompanies`. */
const byName = (a: Named, b: Named): number => byText(a.name, b.name) || a.id - b.id;
const namedRefs = gathered<readonly Named[]>((parts) => parts.flat().toSorted(byName).slice(0, LIST_SIZE));

export const companyRoutes = [
  route({
    method: "GET",
    path: "/companies",
    access: "super",
    cell: gatheredPage("companies", byName),
    summary: "A page of the companies of this installation, with their usage",
    query: CompanyQuery,
    answer: CompanyPage,
    handle({ ctx: { tenant }, query, isPart }) {
      const { installation } = tenant;
      const search = fold(query.searchParam);
      const { rows, ...page } = pageOfRows(
        countCompanies(installation, search),
        query.pageNumber,
        (limit, offset) => listCompanies(installation, search, limit, offset),
        isPart,
      );
      return { companies: rows.map((company) => presentCompany(installation, company)), ...page };
    },
  }),
  route({
    method: "GET",
    path: "/companies/list",
    access: "super",
    cell: namedRefs,
    summary: "Companies for pickers",
    query: v.object({ searchParam: SearchParam }),
    answer: v.array(CompanyRef),
    handle: ({ ctx: { tenant }, query }) =>
      listCompanies(tenant.installation, fold(query.searchParam), LIST_SIZE).map(presentRef),
  }),
  route({
    method: "GET",
    path: "/companiesPlan",
    access: "super",
    cell: namedRefs,
    summary: "Companies with their plans",
    query: v.object({ searchParam: SearchParam }),
    answer: v.array(CompanyWithPlan),
    handle: ({ ctx, query }) =>
      listCompanies(ctx.tenant.installation, fold(query.searchParam), LIST_SIZE).map(({ id }) =>
        companyWithPlan(ctx, id),
      ),
  }),
  route({
    method: "GET",
    path: "/companies/listPlan/:id",
    access: "session",
    cell: companyInPath,
    summary: "A company with its plan; only super users read other companies",
    params: IdParams,
    answer: CompanyWithPlan,
    handle: ({ ctx, params }) => companyWithPlan(ctx, params.id),
  }),
  route({
    method: "GET",
    path: "/companies/:id",
    access: "super",
    cell: companyInPath,
    summary: "One company, with its opening hours",
    params: IdParams,
    answer: CompanyDetail,
    handle({ ctx: { tenant }, params }) {
      const company = requireCompany(tenant.installation, params.id);
      return { ...presentCompany(tenant.installation, company), schedules: company.schedules };
    },
  }),
  route({
    method: "POST",
    path: "/companies",
    audit: "company.created",
    access: "super",
    cell: { by: "placement", of: ({ query }) => query.cell ?? null },
    summary: "Create a company with its first admin, in the cell with the lowest load or in the named one",
    query: CreateCompanyQuery,
    body: CreateCompanyBody,
    answer: CompanyAnswer,
    async handle({ ctx, query, body }) {
      checkNamedCell(ctx.tenant.installation, query.cell);
      return presentCompany(ctx.tenant.installation, await addCompany(ctx, body));
    },
  }),
  route({
    method: "PUT",
    path: "/companies/:id",
    audit: "company.changed",
    access: "super",
    cell: companyInPath,
    summary: "Change a company; `status` false disables it at once",
    params: IdParams,
    body: UpdateCompanyBody,
    answer: CompanyAnswer,
    handle: async ({ ctx, params, body }) =>
      presentCompany(ctx.tenant.installation, await updateCompany(ctx, params.id, body)),
  }),
  route({
    method: "POST",
    path: "/companies/:id/due-date",
    audit: "company.changed",
    access: "super",
    cell: companyInPath,
    summary: "Move the due date by one period of the company's recurrence",
    params: IdParams,
    body: AdvanceBody,
    answer: CompanyAnswer,
    handle: ({ ctx, params, body }) =>
      presentCompany(ctx.tenant.installation, advanceDueDate(ctx, params.id, body.dueDate)),
  }),
  route({
    method: "GET",
    path: "/companies/held",
    access: "super",
    cell: gathered<v.InferOutput<typeof HeldAnswer>>((parts) => ({
      companies: parts.reduce((sum, { companies }) => sum + companies, 0),
    })),
    summary: "Number of companies that are held after a restore",
    answer: HeldAnswer,
    handle: ({ ctx }) => ({ companies: heldIds(ctx.tenant.installation).length }),
  }),
  route({
    method: "POST",
    path: "/companies/resume",
    audit: "company.resumed",
    access: "super",
    // Each cell has entries of its own in the provider's trail.
    cell: gathered<v.InferOutput<typeof ResumedAnswer>>((parts, { missing }) => ({
      resumed: parts.reduce((sum, { resumed }) => sum + resumed, 0),
      ...(missing.length > 0 && { missingCells: missing }),
    })),
    summary: "Resume all companies that are held after a restore",
    answer: ResumedAnswer,
    handle: ({ ctx }) => ({ resumed: resumeAllCompanies(ctx) }),
  }),
  route({
    method: "POST",
    path: "/companies/:id/resume",
    audit: "company.resumed",
    access: "admin",
    cell: companyInPath,
    summary: "Resume a company that is held after a restore; only super users resume other companies",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      resumeCompany(ctx, params.id);
      return { message: "company resumed" };
    },
  }),
  route({
    method: "DELETE",
    path: "/companies/:id",
    audit: "company.removed",
    access: "super",
    cell: companyInPath,
    summary: "Delete a company; its files stay in the bin for 30 days",
    params: IdParams,
    answer: MessageAnswer,
    async handle({ ctx, params }) {
      await removeCompany(ctx, params.id);
      return { message: "company deleted" };
    },
  }),
  route({
    method: "GET",
    path: "/companies/:id/schedules",
    cell: companyInPath,
    summary: "Opening hours of the company",
    params: IdParams,
    answer: CompanyHoursAnswer,
    handle: ({ ctx, params }) => ({ schedules: readCompanyHours(ctx, params.id) }),
  }),
  route({
    method: "PUT",
    path: "/companies/:id/schedules",
    cell: companyInPath,
    maxBodyBytes: LARGE_BODY_BYTES,
    audit: "hours.changed",
    summary: "Change the opening hours of the company",
    params: IdParams,
    body: CompanyHoursBody,
    answer: CompanyHoursAnswer,
    handle: ({ ctx, params, body }) => ({ schedules: writeCompanyHours(ctx, params.id, body.schedules) }),
  }),
];

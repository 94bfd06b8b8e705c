import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import {
  CreateResolutionBody,
  ResolutionAnswer,
  ResolutionList,
  ResolutionReport,
  ResolutionReportQuery,
  UpdateResolutionBody,
} from "./contract.ts";
import { allResolutions, presentResolution } from "./queries.ts";
import { resolutionReport } from "./report.ts";
import { createResolution, deleteResolution, updateResolution } from "./save.ts";

export const resolutionRoutes = [
  route({
    method: "GET",
    path: "/resolutions",
    summary: "The resolutions in their order, inactive ones included",
    answer: ResolutionList,
    handle: ({ ctx }) => ({ resolutions: allResolutions(ctx.tenant.db).map(presentResolution) }),
  }),
  route({
    method: "POST",
    path: "/resolutions",
    access: "admin",
    audit: "resolution.created",
    summary: "Create a resolution",
    body: CreateResolutionBody,
    answer: ResolutionAnswer,
    handle: ({ ctx, body }) => presentResolution(createResolution(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/resolutions/:id",
    access: "admin",
    audit: "resolution.changed",
    summary: "Change or move a resolution",
    params: IdParams,
    body: UpdateResolutionBody,
    answer: ResolutionAnswer,
    handle: ({ ctx, params, body }) => presentResolution(updateResolution(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/resolutions/:id",
    access: "admin",
    audit: "resolution.removed",
    summary: "Delete a resolution; closed tickets lose it",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteResolution(ctx, params.id);
      return { message: "Resolution deleted" };
    },
  }),
  route({
    method: "GET",
    path: "/reports/resolutions",
    summary: "Number of attendances finished with each resolution",
    query: ResolutionReportQuery,
    answer: ResolutionReport,
    handle: ({ ctx, query }) => resolutionReport(ctx, query),
  }),
];

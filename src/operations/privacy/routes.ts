import { desc } from "drizzle-orm";
import * as v from "valibot";
import { certificate, erasurePage } from "#operations/privacy/erasure/report.ts";
import { previewRetention } from "#operations/privacy/retention/steps.ts";
import { PathId } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import {
  CertificateQuery,
  ErasurePage,
  ErasureQuery,
  RetentionPreview,
  RetentionPreviewQuery,
  RetentionRun,
} from "./contract.ts";
import { presentRun } from "./present.ts";
import { retentionRun } from "./schema.ts";

const ById = v.object({ id: PathId });
/** Maximum number of retention runs in a list. */
const NIGHTS = 30;

export const privacyRoutes = [
  route({
    method: "GET",
    path: "/retention/preview",
    access: "admin",
    summary: "Number of rows that the retention rules would delete now, without deleting",
    query: RetentionPreviewQuery,
    answer: RetentionPreview,
    handle: ({ ctx, query }) => previewRetention(ctx, { ...query, keepTagged: query.keepTagged === "true" }),
  }),
  route({
    method: "GET",
    path: "/retention/runs",
    access: "admin",
    summary: "Reports of the last retention runs",
    answer: v.array(RetentionRun),
    handle: ({ ctx }) =>
      ctx.tenant.db
        .select()
        .from(retentionRun)
        .orderBy(desc(retentionRun.id))
        .limit(NIGHTS)
        .all()
        .map(presentRun),
  }),
  route({
    method: "GET",
    path: "/contact-erasures",
    access: "admin",
    summary: "Erasures of the company, without personal data, 20 per page",
    query: ErasureQuery,
    answer: ErasurePage,
    handle: ({ ctx, query }) => erasurePage(ctx, query.pageNumber),
  }),
  route({
    method: "GET",
    path: "/contact-erasures/:id/certificate",
    access: "admin",
    summary: "The certificate of an erasure, as a text file",
    params: ById,
    query: CertificateQuery,
    answer: v.string(),
    handle: ({ ctx, params, query }) => certificate(ctx, params.id, query.language),
  }),
];

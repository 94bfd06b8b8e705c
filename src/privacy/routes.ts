import { desc } from "drizzle-orm";
import * as v from "valibot";
import { previewRetention } from "#privacy/retention/preview.ts";
import { route } from "#tenants/route.ts";
import { RetentionPreview, RetentionPreviewQuery, RetentionRun } from "./contract.ts";
import { presentRun } from "./present.ts";
import { retentionRun } from "./schema.ts";

/** Nights a list shows. */
const NIGHTS = 30;

export const privacyRoutes = [
  route({
    method: "GET",
    path: "/retention/preview",
    access: "admin",
    summary: "What rules of retention would remove now; removes nothing",
    query: RetentionPreviewQuery,
    answer: RetentionPreview,
    handle: ({ ctx, query }) => previewRetention(ctx, { ...query, keepTagged: query.keepTagged === "true" }),
  }),
  route({
    method: "GET",
    path: "/retention/runs",
    access: "admin",
    summary: "The last clean-ups by the rules of the company",
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
];

import * as v from "valibot";
import { MessageAnswer, PathId, ShortText } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { checkNow } from "./check-now.ts";
import { GapPage, ReconciliationReport, ReconciliationSummary } from "./contract.ts";
import { readGaps, readReport, readSummaries } from "./report.ts";

const params = v.object({ id: PathId });
const Days = v.optional(
  v.pipe(v.union([v.number(), ShortText]), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(400)),
  30,
);

export const reconciliationRoutes = [
  route({
    method: "POST",
    path: "/whatsapp/:id/reconciliation",
    audit: "connection.tested",
    access: "admin",
    summary: "Compare the messages of a connection with its phone now",
    params,
    answer: MessageAnswer,
    handle({ ctx, params: { id } }) {
      checkNow(ctx, id);
      return { message: "ok" };
    },
  }),
  route({
    method: "GET",
    path: "/whatsapp/:id/reconciliation",
    access: "admin",
    summary: "Results of comparisons with the phone, with missing messages",
    params,
    query: v.object({ days: Days }),
    answer: ReconciliationReport,
    handle: ({ ctx, params: { id }, query }) => readReport(ctx, id, query.days),
  }),
  route({
    method: "GET",
    path: "/reconciliation",
    access: "admin",
    summary: "Result of the comparisons of each WhatsApp connection in the last 30 days",
    answer: v.array(ReconciliationSummary),
    handle: ({ ctx }) => readSummaries(ctx),
  }),
  route({
    method: "GET",
    path: "/whatsapp/:id/gaps",
    access: "admin",
    summary: "Messages that were found later, newest first",
    params,
    query: v.object({ before: v.optional(PathId) }),
    answer: GapPage,
    handle: ({ ctx, params: { id }, query }) => readGaps(ctx, id, query.before),
  }),
];

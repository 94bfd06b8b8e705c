import { LARGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { IdParams } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { BulkBody, BulkReport, BulkStarted } from "./contract.ts";
import { reportOf } from "./queries.ts";
import { cancelBulk, retryBulk, startBulk, undoBulk } from "./start.ts";

const RECORDED = "the history of each ticket records it";

/** Routes of docs/rules/bulk-actions.md. */
export const bulkRoutes = [
  route({
    method: "POST",
    path: "/tickets/bulk",
    unaudited: RECORDED,
    summary: "Run actions on many tickets in the background",
    body: BulkBody,
    maxBodyBytes: 2 * LARGE_BODY_BYTES,
    answer: BulkStarted,
    handle: ({ ctx, body }) => startBulk(ctx, body),
  }),
  route({
    method: "GET",
    path: "/tickets/bulk/:id",
    summary: "Progress of an own run, and its failures by reason",
    params: IdParams,
    answer: BulkReport,
    handle: ({ ctx, params }) => reportOf(ctx, params.id),
  }),
  route({
    method: "POST",
    path: "/tickets/bulk/:id/cancel",
    unaudited: RECORDED,
    summary: "Stop an own bulk run; waiting tickets are not changed",
    params: IdParams,
    answer: BulkReport,
    handle({ ctx, params }) {
      cancelBulk(ctx, params.id);
      return reportOf(ctx, params.id);
    },
  }),
  route({
    method: "POST",
    path: "/tickets/bulk/:id/retry",
    unaudited: RECORDED,
    summary: "Retry the failed tickets of an own bulk run",
    params: IdParams,
    answer: BulkReport,
    handle({ ctx, params }) {
      retryBulk(ctx, params.id);
      return reportOf(ctx, params.id);
    },
  }),
  route({
    method: "POST",
    path: "/tickets/bulk/:id/undo",
    unaudited: RECORDED,
    summary: "Undo an own bulk run within 10 minutes",
    params: IdParams,
    answer: BulkReport,
    handle({ ctx, params }) {
      undoBulk(ctx, params.id);
      return reportOf(ctx, params.id);
    },
  }),
];

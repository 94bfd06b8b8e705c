import * as v from "valibot";
import { BeginImportAnswer, BeginImportQuery } from "#outreach/contact-imports/contract.ts";
import { beginImport } from "#outreach/contact-imports/index.ts";
import { ChecksAnswer, FillAnswer, FillBody } from "#outreach/contact-lists/contract.ts";
import { checkProgress } from "#outreach/contact-lists/number-check/check-numbers.ts";
import { requireList } from "#outreach/contact-lists/queries.ts";
import { readRoute, writeRoute } from "#outreach/contact-lists/route-kinds.ts";
import { FileQuery, IdParams } from "#platform/http/contract.ts";
import { exportList } from "./export-csv.ts";
import { fillList } from "./fill.ts";

export const listWorkRoutes = [
  writeRoute({
    method: "POST",
    path: "/contact-lists/:id/upload",
    audit: "contact-list.imported",
    summary:
      "Import a spreadsheet (field `file`) into a contact list; `GET /contacts/import/{id}` tells how far it is",
    params: IdParams,
    query: BeginImportQuery,
    rawBody: true,
    answer: BeginImportAnswer,
    handle({ ctx, params, query, request }) {
      requireList(ctx.tenant.db, params.id);
      return beginImport(ctx, request, query.dryRun === "true", params.id);
    },
  }),
  writeRoute({
    method: "POST",
    path: "/contact-lists/:id/fill",
    audit: "contact-list.changed",
    summary: "Add contacts to a contact list by tags, dates and fields",
    params: IdParams,
    body: FillBody,
    answer: FillAnswer,
    handle: ({ ctx, params, body }) => fillList(ctx, params.id, body),
  }),
  readRoute({
    method: "GET",
    path: "/contact-lists/:id/checks",
    summary: "Progress of the number check of a contact list",
    params: IdParams,
    answer: ChecksAnswer,
    handle: ({ ctx, params }) => checkProgress(ctx, params.id),
  }),
  writeRoute({
    method: "GET",
    path: "/contact-lists/:id/export",
    audit: "contact-list.exported",
    summary: "A contact list as a CSV file",
    params: IdParams,
    query: FileQuery,
    answer: v.string(),
    handle: ({ ctx, params, query }) => exportList(ctx, params.id, query.language),
  }),
];

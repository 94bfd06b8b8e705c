import * as v from "valibot";
import { FileQuery, IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import {
  BeginImportAnswer,
  BeginImportQuery,
  ImportAnswer,
  ImportListQuery,
  ImportSummary,
} from "./contract.ts";
import { canSee } from "./policy.ts";
import { presentImport, presentSummary } from "./present.ts";
import { latestImports, visibleImport } from "./queries.ts";
import { importReport } from "./report.ts";
import { beginImport } from "./run/begin.ts";
import { cancelImport } from "./run/cancel.ts";

/** Maximum number of imports in a list. */
const LISTED = 20;

export const importRoutes = [
  route({
    method: "POST",
    path: "/contacts/import",
    audit: "contact-import.imported",
    summary:
      "Import contacts from a spreadsheet (field `file`), or from the phone book of the default connection",
    query: BeginImportQuery,
    rawBody: true,
    answer: BeginImportAnswer,
    handle: ({ ctx, query, request }) => beginImport(ctx, request, query.dryRun === "true", null),
  }),
  route({
    method: "GET",
    path: "/contacts/import/list",
    summary: "The latest imports, newest first",
    query: ImportListQuery,
    answer: v.array(ImportSummary),
    handle: ({ ctx, query }) =>
      latestImports(ctx.tenant.db, query.contactListId ?? null, LISTED)
        .filter((row) => canSee(ctx.actor, row))
        .map(presentSummary),
  }),
  route({
    method: "GET",
    path: "/contacts/import/:id",
    summary: "Progress of an import, and the rows it skipped",
    params: IdParams,
    answer: ImportAnswer,
    handle: ({ ctx, params }) => presentImport(ctx.tenant.db, visibleImport(ctx, params.id)),
  }),
  route({
    method: "GET",
    path: "/contacts/import/:id/report",
    audit: "contact-import.exported",
    summary: "The rows skipped by an import, as a CSV file",
    params: IdParams,
    query: FileQuery,
    answer: v.string(),
    handle: ({ ctx, params, query }) => importReport(ctx, params.id, query.language),
  }),
  route({
    method: "DELETE",
    path: "/contacts/import/:id",
    audit: "contact-import.cancelled",
    summary: "Stop an import; imported rows are kept",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      cancelImport(ctx, params.id);
      return { message: "Import cancelled" };
    },
  }),
];

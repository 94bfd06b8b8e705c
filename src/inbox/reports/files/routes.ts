import * as v from "valibot";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { FileBody, FileStarted, ReportFiles } from "./contract.ts";
import { downloadFile } from "./download-file.ts";
import { filesOf, presentFile } from "./queries.ts";
import { cancelFile, startFile } from "./start.ts";

/** Routes of docs/rules/reports.md#files. */
export const fileRoutes = [
  route({
    method: "GET",
    path: "/reports/files",
    summary: "The caller's files of reports, newest first",
    answer: ReportFiles,
    handle: ({ ctx }) => ({ files: filesOf(ctx).map(presentFile) }),
  }),
  route({
    method: "POST",
    path: "/reports/files",
    audit: "report.exported",
    summary: "Write a report into a file in the background, as CSV or spreadsheet",
    body: FileBody,
    answer: FileStarted,
    handle: ({ ctx, body }) => startFile(ctx, body),
  }),
  route({
    method: "GET",
    path: "/reports/files/:id",
    audit: "report.downloaded",
    summary: "Download an own file of a report, for 24 hours",
    params: IdParams,
    answer: v.string(),
    handle: ({ ctx, params }) => downloadFile(ctx, params.id),
  }),
  route({
    method: "DELETE",
    path: "/reports/files/:id",
    unaudited: "nothing leaves the company",
    summary: "Cancel an own file in progress",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      cancelFile(ctx, params.id);
      return { message: "file cancelled" };
    },
  }),
];

import * as v from "valibot";
import { IdParams, MessageAnswer, PageNumber, SearchParam } from "#platform/http/contract.ts";
import { pageOfRows } from "#platform/http/page.ts";
import { fold } from "#platform/text.ts";
import { route } from "#tenants/route.ts";
import { FileListAnswer, FileListBody, FileListPage } from "./contract.ts";
import { presentFileList, presentFileLists } from "./present.ts";
import { countFileLists, fileListsNamed, requireFileList } from "./queries.ts";
import { createFileList, deleteFileList, updateFileList, uploadFiles } from "./save.ts";

export const fileListRoutes = [
  route({
    method: "GET",
    path: "/files",
    access: "admin",
    summary: "A page of the file lists",
    query: v.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: FileListPage,
    handle({ ctx, query }) {
      const { db } = ctx.tenant;
      const search = fold(query.searchParam);
      const { rows, ...page } = pageOfRows(countFileLists(db, search), query.pageNumber, (limit, offset) =>
        fileListsNamed(db, search, limit, offset),
      );
      return { files: presentFileLists(ctx.tenant, rows), ...page };
    },
  }),
  route({
    method: "GET",
    path: "/files/:id",
    access: "admin",
    summary: "One file list",
    params: IdParams,
    answer: FileListAnswer,
    handle: ({ ctx, params }) => presentFileList(ctx.tenant, requireFileList(ctx.tenant.db, params.id)),
  }),
  route({
    method: "POST",
    path: "/files",
    audit: "file-list.created",
    access: "admin",
    summary: "Create a file list; its files are uploaded afterwards",
    body: FileListBody,
    answer: FileListAnswer,
    handle: ({ ctx, body }) => presentFileList(ctx.tenant, createFileList(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/files/:id",
    audit: "file-list.changed",
    access: "admin",
    summary: "Change a file list; options missing in the body are deleted with their files",
    params: IdParams,
    body: FileListBody,
    answer: FileListAnswer,
    handle: ({ ctx, params, body }) => presentFileList(ctx.tenant, updateFileList(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/files/:id",
    audit: "file-list.removed",
    access: "admin",
    summary: "Delete a file list with its files",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteFileList(ctx, params.id);
      return { message: "file list deleted" };
    },
  }),
  route({
    method: "POST",
    path: "/files/uploadList/:id",
    audit: "file-list.changed",
    access: "admin",
    summary: "Files of a list (multipart `files`, with as many `id`, `mediaType`, `name`)",
    params: IdParams,
    rawBody: true,
    answer: FileListAnswer,
    handle: async ({ ctx, params, request }) =>
      presentFileList(ctx.tenant, await uploadFiles(ctx, params.id, request)),
  }),
];

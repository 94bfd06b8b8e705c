import * as v from "valibot";
import { IdParams, MessageAnswer, PageNumber, SearchParam } from "#platform/http/contract.ts";
import { LIST_SIZE, pageOfRows } from "#platform/http/page.ts";
import { fold } from "#platform/text.ts";
import { route } from "#tenants/route.ts";
import { KanbanLanes, TagAnswer, TagBody, TagPage, UpdateTagBody } from "./contract.ts";
import { noTag } from "./errors.ts";
import { presentTag } from "./present.ts";
import { countTags, findTag, listLanes, listTags } from "./queries.ts";
import { createTag, deleteTag, updateTag } from "./service.ts";

export const tagRoutes = [
  route({
    method: "GET",
    path: "/tags",
    summary: "A page of the company's tags",
    query: v.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: TagPage,
    handle({ ctx, query }) {
      const { db } = ctx.tenant;
      const search = fold(query.searchParam);
      const { rows, ...page } = pageOfRows(countTags(db, search), query.pageNumber, (limit, offset) =>
        listTags(db, search, limit, offset),
      );
      return { tags: rows.map(presentTag), ...page };
    },
  }),
  route({
    method: "GET",
    path: "/tags/list",
    summary: "Tags for pickers",
    query: v.object({ searchParam: SearchParam }),
    answer: v.array(TagAnswer),
    handle: ({ ctx, query }) => listTags(ctx.tenant.db, fold(query.searchParam), LIST_SIZE).map(presentTag),
  }),
  route({
    method: "GET",
    path: "/tags/kanban",
    summary: "Lanes of the kanban board",
    planFlag: "useKanban",
    answer: KanbanLanes,
    handle: ({ ctx }) => ({ lista: listLanes(ctx.tenant.db).map(presentTag) }),
  }),
  route({
    method: "GET",
    path: "/tags/:id",
    summary: "One tag",
    params: IdParams,
    answer: TagAnswer,
    handle({ ctx, params }) {
      const row = findTag(ctx.tenant.db, params.id);
      if (!row) throw noTag();
      return presentTag(row);
    },
  }),
  route({
    method: "POST",
    path: "/tags",
    audit: "tag.created",
    summary: "Create a tag",
    body: TagBody,
    answer: TagAnswer,
    handle: ({ ctx, body }) => presentTag(createTag(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/tags/:id",
    audit: "tag.changed",
    summary: "Change a tag",
    params: IdParams,
    body: UpdateTagBody,
    answer: TagAnswer,
    handle: ({ ctx, params, body }) => presentTag(updateTag(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/tags/:id",
    audit: "tag.removed",
    summary: "Delete a tag",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteTag(ctx, params.id);
      return { message: "tag deleted" };
    },
  }),
];

import * as v from "valibot";
import { IdParams, MessageAnswer, PageNumber, SearchParam } from "#platform/http/contract.ts";
import { LIST_SIZE, pageOfRows } from "#platform/http/page.ts";
import { fold } from "#platform/text.ts";
import { ContactListAnswer, ContactListBody, ContactListPage } from "./contract.ts";
import { itemRoutes } from "./items/item-routes.ts";
import { createList, deleteList, renameList } from "./lists.ts";
import { presentList } from "./present.ts";
import { countLists, listsNamed, requireList } from "./queries.ts";
import { readRoute, writeRoute } from "./route-kinds.ts";
import { listWorkRoutes } from "./transfer/routes.ts";

export const contactListRoutes = [
  readRoute({
    method: "GET",
    path: "/contact-lists",
    summary: "A page of the contact lists",
    query: v.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: ContactListPage,
    handle({ ctx, query }) {
      const { db } = ctx.tenant;
      const search = fold(query.searchParam);
      const { rows, ...page } = pageOfRows(countLists(db, search), query.pageNumber, (limit, offset) =>
        listsNamed(db, search, limit, offset),
      );
      return { records: rows.map((row) => presentList(ctx.tenant, row)), ...page };
    },
  }),
  readRoute({
    method: "GET",
    path: "/contact-lists/list",
    summary: "Contact lists for pickers",
    query: v.object({ searchParam: SearchParam }),
    answer: v.array(ContactListAnswer),
    handle: ({ ctx, query }) =>
      listsNamed(ctx.tenant.db, fold(query.searchParam), LIST_SIZE).map((row) =>
        presentList(ctx.tenant, row),
      ),
  }),
  readRoute({
    method: "GET",
    path: "/contact-lists/:id",
    summary: "One contact list",
    params: IdParams,
    answer: ContactListAnswer,
    handle: ({ ctx, params }) => presentList(ctx.tenant, requireList(ctx.tenant.db, params.id)),
  }),
  writeRoute({
    method: "POST",
    path: "/contact-lists",
    audit: "contact-list.created",
    summary: "Create a contact list",
    body: ContactListBody,
    answer: ContactListAnswer,
    handle: ({ ctx, body }) => presentList(ctx.tenant, createList(ctx, body)),
  }),
  writeRoute({
    method: "PUT",
    path: "/contact-lists/:id",
    audit: "contact-list.changed",
    summary: "Rename a contact list",
    params: IdParams,
    body: ContactListBody,
    answer: ContactListAnswer,
    handle: ({ ctx, params, body }) => presentList(ctx.tenant, renameList(ctx, params.id, body)),
  }),
  writeRoute({
    method: "DELETE",
    path: "/contact-lists/:id",
    audit: "contact-list.removed",
    summary: "Delete a contact list with its items",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteList(ctx, params.id);
      return { message: "contact list deleted" };
    },
  }),
  ...listWorkRoutes,
  ...itemRoutes,
];

import {
  ContactListItemAnswer,
  ContactListItemBody,
  ContactListItemPage,
  ContactListItemQuery,
  DeleteItemsAnswer,
  DeleteItemsBody,
  UpdateContactListItemBody,
} from "#outreach/contact-lists/contract.ts";
import { presentItem } from "#outreach/contact-lists/present.ts";
import { requireItem } from "#outreach/contact-lists/queries.ts";
import { readRoute, writeRoute } from "#outreach/contact-lists/route-kinds.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { createItem, deleteItem, deleteItems, itemPage, updateItem } from "./items.ts";

export const itemRoutes = [
  readRoute({
    method: "GET",
    path: "/contact-list-items",
    summary: "A page of the items of a contact list",
    query: ContactListItemQuery,
    answer: ContactListItemPage,
    handle: ({ ctx, query }) => itemPage(ctx, query),
  }),
  readRoute({
    method: "GET",
    path: "/contact-list-items/:id",
    summary: "One item of a contact list",
    params: IdParams,
    answer: ContactListItemAnswer,
    handle: ({ ctx, params }) => presentItem(ctx.tenant, requireItem(ctx.tenant.db, params.id)),
  }),
  writeRoute({
    method: "POST",
    path: "/contact-list-items",
    audit: "contact-list-item.created",
    summary: "Add an item to a contact list",
    body: ContactListItemBody,
    answer: ContactListItemAnswer,
    handle: ({ ctx, body }) => presentItem(ctx.tenant, createItem(ctx, body)),
  }),
  writeRoute({
    method: "POST",
    path: "/contact-list-items/delete",
    audit: "contact-list-item.removed",
    summary: "Remove several items from a contact list",
    body: DeleteItemsBody,
    answer: DeleteItemsAnswer,
    handle: ({ ctx, body }) => ({ deleted: deleteItems(ctx, body) }),
  }),
  writeRoute({
    method: "PUT",
    path: "/contact-list-items/:id",
    audit: "contact-list-item.changed",
    summary: "Change an item of a contact list",
    params: IdParams,
    body: UpdateContactListItemBody,
    answer: ContactListItemAnswer,
    handle: ({ ctx, params, body }) => presentItem(ctx.tenant, updateItem(ctx, params.id, body)),
  }),
  writeRoute({
    method: "DELETE",
    path: "/contact-list-items/:id",
    audit: "contact-list-item.removed",
    summary: "Remove an item from a contact list",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteItem(ctx, params.id);
      return { message: "contact list item deleted" };
    },
  }),
];

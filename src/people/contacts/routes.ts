import * as v from "valibot";
import { FieldValuesBody, TakeExtraAnswer, TakeExtraBody } from "#people/fields/contract.ts";
import { MessageAnswer, PathId, SearchParam } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import {
  CheckContactAnswer,
  CheckContactBody,
  ContactAnswer,
  ContactListQuery,
  ContactPage,
  ContactRef,
  CreateContactBody,
  DeleteAllContactsAnswer,
  DeleteAllContactsBody,
  ExportQuery,
  MergeAnswer,
  MergeBody,
  UpdateContactBody,
} from "./contract.ts";
import { exportContacts } from "./exports/export-csv.ts";
import { exportPerson } from "./exports/export-person.ts";
import { changeContactFields } from "./fields/change-fields.ts";
import { takeExtra } from "./fields/take-extra.ts";
import { mergeByHand } from "./merge/merge.ts";
import { undoMerge } from "./merge/undo-merge.ts";
import { checkNumber } from "./number-check/check-number.ts";
import { contactPage, contactPicker, presentContact } from "./queries.ts";
import { deleteAllContacts, deleteContact } from "./removal/erase.ts";
import { createContact, updateContact } from "./save.ts";

const ById = v.object({ id: PathId });

export const contactRoutes = [
  route({
    method: "GET",
    path: "/contacts",
    apiScope: "contacts:read",
    summary:
      "Contacts by name or by the day they were saved, 20 a page; `tagId`: with this tag on one of their tickets; `fields`: with these values",
    query: ContactListQuery,
    answer: ContactPage,
    handle: ({ ctx, query: { searchParam, pageNumber, sort, tagId, fields } }) =>
      contactPage(ctx, searchParam, pageNumber, { sort, tagId: tagId || null, fields }),
  }),
  route({
    method: "GET",
    path: "/contacts/list",
    summary: "Contacts for a picker",
    query: v.object({ searchParam: SearchParam }),
    answer: v.array(ContactRef),
    handle: ({ ctx, query }) => contactPicker(ctx, query.searchParam),
  }),
  route({
    method: "POST",
    path: "/contacts/check",
    unaudited: "stores nothing",
    summary: "Check on the network whether a number exists, without saving it",
    body: CheckContactBody,
    answer: CheckContactAnswer,
    handle: ({ ctx, body }) => checkNumber(ctx, body.number, body.whatsappId ?? null),
  }),
  route({
    method: "POST",
    path: "/contacts/merges/:id/undo",
    audit: "contact-merge.unmerged",
    access: "admin",
    summary: "Undo a merge within 30 days",
    params: ById,
    answer: ContactAnswer,
    handle: async ({ ctx, params }) =>
      presentContact(ctx.tenant, (await undoMerge(ctx, params.id)).contactId),
  }),
  route({
    method: "GET",
    path: "/contacts/export",
    audit: "contact.exported",
    access: "admin",
    summary: "All contacts, or those chosen, as a CSV file",
    query: ExportQuery,
    answer: v.string(),
    handle: ({ ctx, query }) => exportContacts(ctx, query.ids.length > 0 ? query.ids : null, query.language),
  }),
  route({
    method: "GET",
    path: "/contacts/:id/export",
    audit: "contact.exported",
    access: "admin",
    summary: "All stored data of one person, as a ZIP file",
    params: ById,
    answer: v.string(),
    handle: ({ ctx, params }) => exportPerson(ctx, params.id),
  }),
  route({
    method: "DELETE",
    path: "/contacts",
    audit: "contact.removed",
    access: "super",
    cell: "home",
    summary: "Erase every contact of the company",
    body: DeleteAllContactsBody,
    answer: DeleteAllContactsAnswer,
    handle: ({ ctx, body }) => deleteAllContacts(ctx, body.confirm),
  }),
  route({
    method: "GET",
    path: "/contacts/:id",
    apiScope: "contacts:read",
    summary: "One contact",
    params: ById,
    answer: ContactAnswer,
    handle: ({ ctx, params }) => presentContact(ctx.tenant, params.id),
  }),
  route({
    method: "POST",
    path: "/contacts",
    audit: "contact.created",
    apiScope: "contacts:write",
    summary: "Create a contact by its number",
    body: CreateContactBody,
    answer: ContactAnswer,
    handle: ({ ctx, body }) => createContact(ctx, body),
  }),
  route({
    method: "PUT",
    path: "/contacts/:id",
    audit: "contact.changed",
    apiScope: "contacts:write",
    summary: "Change a contact",
    params: ById,
    body: UpdateContactBody,
    answer: ContactAnswer,
    handle: ({ ctx, params, body }) => updateContact(ctx, params.id, body),
  }),
  route({
    method: "PUT",
    path: "/contacts/:id/fields",
    unaudited: "values of custom fields never stand in the audit trail",
    summary: "Change values of a contact's custom fields; null removes a value",
    params: ById,
    body: FieldValuesBody,
    answer: ContactAnswer,
    handle: ({ ctx, params, body }) => changeContactFields(ctx, params.id, body.values),
  }),
  route({
    method: "POST",
    path: "/fields/:id/take-extra",
    access: "admin",
    audit: "field.imported",
    summary:
      "Move extra information of this name into a custom field of contacts; values that do not fit are kept",
    params: ById,
    body: TakeExtraBody,
    answer: TakeExtraAnswer,
    handle: ({ ctx, params, body }) => takeExtra(ctx, params.id, body),
  }),
  route({
    method: "DELETE",
    path: "/contacts/:id",
    audit: "contact.removed",
    summary: "Erase a contact with all its data",
    params: ById,
    answer: MessageAnswer,
    async handle({ ctx, params }) {
      await deleteContact(ctx, params.id);
      return { message: "Contact deleted" };
    },
  }),
  route({
    method: "POST",
    path: "/contacts/:id/merge",
    audit: "contact.merged",
    access: "admin",
    summary: "Merge two contacts",
    params: ById,
    body: MergeBody,
    answer: MergeAnswer,
    handle: async ({ ctx, params, body }) => ({
      mergeId: await mergeByHand(ctx, params.id, body.otherId),
      contact: presentContact(ctx.tenant, params.id),
    }),
  }),
];

import * as v from "valibot";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { CreateFieldBody, FieldAnswer, FieldOrderBody, FieldOwner, UpdateFieldBody } from "./contract.ts";
import { createField, orderFields, updateField } from "./definitions.ts";
import { presentField } from "./present.ts";
import { storedFields } from "./queries.ts";
import { deleteField } from "./remove.ts";

export const fieldRoutes = [
  route({
    method: "GET",
    path: "/fields",
    summary: "The custom fields in their order, inactive ones included; `of`: of contacts or of tickets",
    query: v.object({ of: v.optional(FieldOwner) }),
    answer: v.object({ fields: v.array(FieldAnswer) }),
    handle({ ctx, query }) {
      const { db } = ctx.tenant;
      const owners = query.of ? [query.of] : FieldOwner.options;
      return {
        fields: owners.flatMap((of) => storedFields(db, of)).map((row) => presentField(db, row)),
      };
    },
  }),
  route({
    method: "POST",
    path: "/fields",
    access: "admin",
    audit: "field.created",
    summary: "Create a custom field",
    body: CreateFieldBody,
    answer: FieldAnswer,
    handle: ({ ctx, body }) => presentField(ctx.tenant.db, createField(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/fields/order",
    access: "admin",
    audit: "field.changed",
    summary: "Order the custom fields of contacts or of tickets",
    body: FieldOrderBody,
    answer: MessageAnswer,
    handle({ ctx, body }) {
      orderFields(ctx, body.ids);
      return { message: "Fields ordered" };
    },
  }),
  route({
    method: "PUT",
    path: "/fields/:id",
    access: "admin",
    audit: "field.changed",
    summary: "Change a custom field",
    params: IdParams,
    body: UpdateFieldBody,
    answer: FieldAnswer,
    handle: ({ ctx, params, body }) => presentField(ctx.tenant.db, updateField(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/fields/:id",
    access: "admin",
    audit: "field.removed",
    summary: "Delete a custom field with its values",
    params: IdParams,
    answer: MessageAnswer,
    async handle({ ctx, params }) {
      await deleteField(ctx, params.id);
      return { message: "Field deleted" };
    },
  }),
];

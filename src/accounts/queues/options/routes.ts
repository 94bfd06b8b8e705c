import { noQueue } from "#accounts/queues/errors.ts";
import { findQueue } from "#accounts/queues/queries.ts";
import type { QueueOptionRow } from "#accounts/queues/schema.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { OptionAnswer, OptionBody, OptionList, OptionQuery, UpdateOptionBody } from "./contract.ts";
import { putOptionFile, removeOptionFile } from "./file.ts";
import { presentOption, presentOptions } from "./present.ts";
import { listOptions } from "./queries.ts";
import { deleteOption } from "./remove.ts";
import { createOption, updateOption } from "./save.ts";

const answer = (tenant: Tenant, row: QueueOptionRow): OptionAnswer =>
  presentOption(tenant, row, presentOptions(tenant, listOptions(tenant.db, row.queueId), row.id));

export const optionRoutes = [
  route({
    method: "GET",
    path: "/queue-options",
    summary: "Options of a queue (`parentId` -1) or below another option, with their descendants",
    query: OptionQuery,
    answer: OptionList,
    handle({ ctx: { tenant }, query: { queueId, parentId = null } }) {
      if (!findQueue(tenant.db, queueId)) throw noQueue();
      return presentOptions(tenant, listOptions(tenant.db, queueId), parentId);
    },
  }),
  route({
    method: "POST",
    path: "/queue-options",
    audit: "queue-option.created",
    access: "admin",
    summary: "Add an option",
    body: OptionBody,
    answer: OptionAnswer,
    handle: ({ ctx, body }) => answer(ctx.tenant, createOption(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/queue-options/:id",
    audit: "queue-option.changed",
    access: "admin",
    summary: "Change or move an option",
    params: IdParams,
    body: UpdateOptionBody,
    answer: OptionAnswer,
    handle: ({ ctx, params, body }) => answer(ctx.tenant, updateOption(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/queue-options/:id",
    audit: "queue-option.removed",
    access: "admin",
    summary: "Delete an option with its descendants",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteOption(ctx, params.id);
      return { message: "option deleted" };
    },
  }),
  route({
    method: "POST",
    path: "/queue-options/:id/media-upload",
    audit: "queue-option.changed",
    access: "admin",
    summary: "Attach a file to an option (multipart `file`)",
    params: IdParams,
    rawBody: true,
    answer: OptionAnswer,
    handle: async ({ ctx, params, request }) =>
      answer(ctx.tenant, await putOptionFile(ctx, params.id, request)),
  }),
  route({
    method: "DELETE",
    path: "/queue-options/:id/media-upload",
    audit: "queue-option.changed",
    access: "admin",
    summary: "Remove the file of an option",
    params: IdParams,
    answer: OptionAnswer,
    handle: ({ ctx, params }) => answer(ctx.tenant, removeOptionFile(ctx, params.id)),
  }),
];

import * as v from "valibot";
import { LARGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { companyInQuery } from "#platform/http/cells/cell-rule.ts";
import { CompanyHint, IdParams, MessageAnswer, PathId } from "#platform/http/contract.ts";
import { inCompany } from "#tenants/in-company.ts";
import { route } from "#tenants/route.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { QueueAnswer, QueueBody, QueueUses, UpdateQueueBody } from "./contract.ts";
import { noQueue } from "./errors.ts";
import { putGreetingFile, removeGreetingFile } from "./files.ts";
import { OptionAnswer, OptionBody, OptionList, OptionQuery, UpdateOptionBody } from "./options/contract.ts";
import { putOptionFile, removeOptionFile } from "./options/file.ts";
import { presentOption, presentOptions } from "./options/present.ts";
import { listOptions } from "./options/queries.ts";
import { deleteOption } from "./options/remove.ts";
import { createOption, updateOption } from "./options/save.ts";
import { presentQueue } from "./present.ts";
import { findQueue, listQueues, usesOf } from "./queries.ts";
import type { QueueOptionRow } from "./schema.ts";
import { createQueue, deleteQueue, updateQueue } from "./service.ts";

const answer = (tenant: Tenant, row: QueueOptionRow): OptionAnswer =>
  presentOption(tenant, row, presentOptions(tenant, listOptions(tenant.db, row.queueId), row.id));

const optionRoutes = [
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

export const queueRoutes = [
  route({
    method: "GET",
    path: "/queue",
    cell: companyInQuery,
    summary: "All queues of the company",
    query: v.object({ companyId: CompanyHint }),
    answer: v.array(QueueAnswer),
    handle({ ctx, query }) {
      const { tenant } = inCompany(ctx, query.companyId);
      return listQueues(tenant.db).map((row) => presentQueue(tenant, row));
    },
  }),
  route({
    method: "GET",
    path: "/queue/:id",
    summary: "One queue",
    params: IdParams,
    answer: QueueAnswer,
    handle({ ctx, params }) {
      const row = findQueue(ctx.tenant.db, params.id);
      if (!row) throw noQueue();
      return presentQueue(ctx.tenant, row);
    },
  }),
  route({
    method: "GET",
    path: "/queue/:id/uses",
    access: "admin",
    summary: "Number of tickets, users, connections and options that deleting the queue affects",
    params: IdParams,
    answer: QueueUses,
    handle: ({ ctx, params }) => usesOf(ctx, params.id),
  }),
  route({
    method: "POST",
    path: "/queue",
    maxBodyBytes: LARGE_BODY_BYTES,
    audit: "queue.created",
    access: "admin",
    summary: "Create a queue",
    body: QueueBody,
    answer: QueueAnswer,
    handle: ({ ctx, body }) => presentQueue(ctx.tenant, createQueue(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/queue/:id",
    maxBodyBytes: LARGE_BODY_BYTES,
    audit: "queue.changed",
    access: "admin",
    summary: "Change a queue",
    params: IdParams,
    body: UpdateQueueBody,
    answer: QueueAnswer,
    handle: ({ ctx, params, body }) => presentQueue(ctx.tenant, updateQueue(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/queue/:id",
    audit: "queue.removed",
    access: "admin",
    summary: "Delete a queue, moving its tickets to `moveTo`",
    params: IdParams,
    query: v.object({ moveTo: v.optional(PathId) }),
    answer: MessageAnswer,
    async handle({ ctx, params, query }) {
      await deleteQueue(ctx, params.id, query.moveTo ?? null);
      return { message: "queue deleted" };
    },
  }),
  route({
    method: "POST",
    path: "/queue/:id/media-upload",
    audit: "queue.changed",
    access: "admin",
    summary: "Attach a file to the greeting (multipart `file`)",
    params: IdParams,
    rawBody: true,
    answer: QueueAnswer,
    handle: async ({ ctx, params, request }) =>
      presentQueue(ctx.tenant, await putGreetingFile(ctx, params.id, request)),
  }),
  route({
    method: "DELETE",
    path: "/queue/:id/media-upload",
    audit: "queue.changed",
    access: "admin",
    summary: "Remove the file of the greeting",
    params: IdParams,
    answer: QueueAnswer,
    handle: ({ ctx, params }) => presentQueue(ctx.tenant, removeGreetingFile(ctx, params.id)),
  }),
  ...optionRoutes,
];

import * as v from "valibot";
import { LARGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { CompanyHint, IdParams, MessageAnswer, PathId } from "#platform/http/contract.ts";
import { inCompany } from "#tenants/in-company.ts";
import { route } from "#tenants/route.ts";
import { QueueAnswer, QueueBody, QueueUses, UpdateQueueBody } from "./contract.ts";
import { noQueue } from "./errors.ts";
import { putGreetingFile, removeGreetingFile } from "./greeting-file.ts";
import { optionRoutes } from "./options/routes.ts";
import { presentQueue } from "./present.ts";
import { findQueue, listQueues } from "./queries.ts";
import { deleteQueue } from "./remove.ts";
import { createQueue, updateQueue } from "./save.ts";
import { usesOf } from "./uses.ts";

export const queueRoutes = [
  route({
    method: "GET",
    path: "/queue",
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
    handle({ ctx, params, query }) {
      deleteQueue(ctx, params.id, query.moveTo ?? null);
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

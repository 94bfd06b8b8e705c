import * as v from "valibot";
import { CompanyHint, IdParams, MessageAnswer, PathId } from "#platform/http/contract.ts";
import { inCompany } from "#tenants/in-company.ts";
import { route } from "#tenants/route.ts";
import { QueueAnswer, QueueBody, UpdateQueueBody } from "./contract.ts";
import { noQueue } from "./errors.ts";
import { presentQueue } from "./present.ts";
import { findQueue, listQueues } from "./queries.ts";
import { deleteQueue } from "./remove.ts";
import { createQueue, updateQueue } from "./save.ts";

export const queueRoutes = [
  route({
    method: "GET",
    path: "/queue",
    summary: "All queues of the company",
    query: v.object({ companyId: CompanyHint }),
    answer: v.array(QueueAnswer),
    handle: ({ ctx, query }) => listQueues(inCompany(ctx, query.companyId).tenant.db).map(presentQueue),
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
      return presentQueue(row);
    },
  }),
  route({
    method: "POST",
    path: "/queue",
    access: "admin",
    summary: "Make a queue",
    body: QueueBody,
    answer: QueueAnswer,
    handle: ({ ctx, body }) => presentQueue(createQueue(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/queue/:id",
    access: "admin",
    summary: "Change a queue",
    params: IdParams,
    body: UpdateQueueBody,
    answer: QueueAnswer,
    handle: ({ ctx, params, body }) => presentQueue(updateQueue(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/queue/:id",
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
];

import * as v from "valibot";
import { LARGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { clocksOf } from "./clocks.ts";
import {
  CreateSlaPolicyBody,
  SlaClocks,
  SlaClocksQuery,
  SlaOrderBody,
  SlaPolicyAnswer,
  SlaReport,
  SlaReportClocks,
  SlaReportQuery,
  SlaSums,
  SlaSumsQuery,
  SlaTestAnswer,
  SlaTestBody,
  UpdateSlaPolicyBody,
} from "./contract.ts";
import { presentPolicy } from "./policies.ts";
import { slaReport, slaReportClocks, slaSums } from "./report.ts";
import {
  createPolicy,
  currentPolicies,
  deletePolicy,
  orderPolicies,
  testPolicy,
  updatePolicy,
} from "./save.ts";

export const slaRoutes = [
  route({
    method: "GET",
    path: "/sla-policies",
    access: "admin",
    summary: "The SLA policies in their order",
    answer: v.object({ policies: v.array(SlaPolicyAnswer) }),
    handle: ({ ctx }) => ({ policies: currentPolicies(ctx.tenant.db).map(presentPolicy) }),
  }),
  route({
    method: "POST",
    path: "/sla-policies",
    access: "admin",
    audit: "sla.created",
    summary: "Create an SLA policy",
    maxBodyBytes: 2 * LARGE_BODY_BYTES,
    body: CreateSlaPolicyBody,
    answer: SlaPolicyAnswer,
    handle: ({ ctx, body }) => presentPolicy(createPolicy(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/sla-policies/order",
    access: "admin",
    audit: "sla.changed",
    summary: "Order the SLA policies: the first that matches a ticket applies",
    body: SlaOrderBody,
    answer: MessageAnswer,
    handle({ ctx, body }) {
      orderPolicies(ctx, body.ids);
      return { message: "SLA policies ordered" };
    },
  }),
  route({
    method: "POST",
    path: "/sla-policies/test",
    access: "admin",
    unaudited: "stores nothing",
    summary: "Due time of a promise that begins at a time",
    body: SlaTestBody,
    answer: SlaTestAnswer,
    handle: ({ ctx, body }) => testPolicy(ctx, body),
  }),
  route({
    method: "PUT",
    path: "/sla-policies/:id",
    access: "admin",
    audit: "sla.changed",
    summary: "Change an SLA policy",
    params: IdParams,
    maxBodyBytes: 2 * LARGE_BODY_BYTES,
    body: UpdateSlaPolicyBody,
    answer: SlaPolicyAnswer,
    handle: ({ ctx, params, body }) => presentPolicy(updatePolicy(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/sla-policies/:id",
    access: "admin",
    audit: "sla.removed",
    summary: "Delete an SLA policy; its figures stay in the report",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deletePolicy(ctx, params.id);
      return { message: "SLA policy deleted" };
    },
  }),
  route({
    method: "GET",
    path: "/sla/report",
    summary:
      "Met and missed promises by day, policy, queue, attendant and target, in whole days; supervisors: of their queues",
    query: SlaReportQuery,
    answer: SlaReport,
    handle: ({ ctx, query }) => slaReport(ctx, query),
  }),
  route({
    method: "GET",
    path: "/sla/report/sums",
    summary: "The SLA report added up by policy, queue, attendant or day",
    query: SlaSumsQuery,
    answer: SlaSums,
    handle: ({ ctx, query }) => slaSums(ctx, query),
  }),
  route({
    method: "GET",
    path: "/sla/report/clocks",
    summary: "The promised times behind a figure of the report, newest first",
    query: SlaClocksQuery,
    answer: SlaReportClocks,
    handle: ({ ctx, query }) => slaReportClocks(ctx, query),
  }),
  route({
    method: "GET",
    path: "/tickets/:id/sla",
    summary: "The promised times of a ticket, newest first",
    params: IdParams,
    answer: SlaClocks,
    handle: ({ ctx, params }) => clocksOf(ctx, params.id),
  }),
];

import { LARGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import {
  RuleAnswer,
  RuleBody,
  RuleList,
  RuleOrderBody,
  RunPage,
  RunQuery,
  TicketRuns,
  UpdateRuleBody,
} from "./contract.ts";
import { DryRunAnswer, DryRunBody } from "./dry-run/contract.ts";
import { dryRun } from "./dry-run/dry-run.ts";
import { runsOf, runsOfTicket } from "./log/runs.ts";
import { presentRule } from "./present.ts";
import { everyRule } from "./queries.ts";
import { createRule, deleteRule, orderRules, updateRule } from "./save.ts";

export const ruleRoutes = [
  route({
    method: "GET",
    path: "/rules",
    access: "admin",
    summary: "The automation rules in their order",
    answer: RuleList,
    handle: ({ ctx: { tenant } }) => ({ rules: everyRule(tenant.db).map((one) => presentRule(tenant, one)) }),
  }),
  route({
    method: "POST",
    path: "/rules",
    access: "admin",
    audit: "rule.created",
    summary: "Create a rule, as the last one",
    body: RuleBody,
    maxBodyBytes: 6 * LARGE_BODY_BYTES,
    answer: RuleAnswer,
    handle: ({ ctx, body }) => presentRule(ctx.tenant, createRule(ctx, body)),
  }),
  route({
    method: "POST",
    path: "/rules/dry-run",
    access: "admin",
    unaudited: "stores nothing",
    summary:
      "Whether a rule would have fired for the newest 100 tickets with an event of its kind; stores and sends nothing",
    body: DryRunBody,
    maxBodyBytes: 6 * LARGE_BODY_BYTES,
    answer: DryRunAnswer,
    handle: ({ ctx, body }) => dryRun(ctx, body.rule),
  }),
  route({
    method: "PUT",
    path: "/rules/order",
    access: "admin",
    audit: "rule.changed",
    summary: "Order the rules: every one of them, first to last",
    body: RuleOrderBody,
    answer: MessageAnswer,
    handle({ ctx, body }) {
      orderRules(ctx, body.ids);
      return { message: "rules ordered" };
    },
  }),
  route({
    method: "PUT",
    path: "/rules/:id",
    access: "admin",
    audit: "rule.changed",
    summary: "Change a rule, or switch it on or off",
    params: IdParams,
    body: UpdateRuleBody,
    maxBodyBytes: 6 * LARGE_BODY_BYTES,
    answer: RuleAnswer,
    handle: ({ ctx, params, body }) => presentRule(ctx.tenant, updateRule(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/rules/:id",
    access: "admin",
    audit: "rule.removed",
    summary: "Delete a rule with its log",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteRule(ctx, params.id);
      return { message: "rule deleted" };
    },
  }),
  route({
    method: "GET",
    path: "/rules/:id/runs",
    access: "admin",
    summary: "Runs of a rule with their reasons, newest first; at most 200 runs without a match",
    params: IdParams,
    query: RunQuery,
    answer: RunPage,
    handle: ({ ctx, params, query }) => runsOf(ctx, params.id, query.outcome, query.pageNumber),
  }),
  route({
    method: "GET",
    path: "/tickets/:id/rule-runs",
    access: "admin",
    summary: "Runs of rules in a ticket with their reasons, newest first",
    params: IdParams,
    answer: TicketRuns,
    handle: ({ ctx, params }) => ({ runs: runsOfTicket(ctx, params.id) }),
  }),
];

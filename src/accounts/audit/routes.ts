import * as v from "valibot";
import { gathered } from "#platform/http/cells/cell-rule.ts";
import { route } from "#tenants/route.ts";
import { AuditFileQuery, AuditPage, AuditPerson, AuditQuery, ProviderAuditQuery } from "./contract.ts";
import { exportTrail, wholeTrailFile } from "./export-csv.ts";
import { auditPage, auditPeople } from "./list.ts";
import { mergePeople, mergeTrails, positionIn, type TrailPart } from "./merge.ts";

export const auditRoutes = [
  route({
    method: "GET",
    path: "/audit",
    access: "admin",
    summary:
      "Audit entries of the company, newest first; `before` = id of the last entry of the previous page",
    query: AuditQuery,
    answer: AuditPage,
    handle: ({ ctx, query }) => auditPage(ctx, "company", query),
  }),
  route({
    method: "GET",
    path: "/audit/people",
    access: "admin",
    summary: "People named in the audit trail of the company",
    answer: v.array(AuditPerson),
    handle: ({ ctx }) => auditPeople(ctx, "company"),
  }),
  route({
    method: "GET",
    path: "/audit/export",
    access: "admin",
    audit: "audit.exported",
    summary: "The audit trail of the company as a CSV file",
    query: AuditFileQuery,
    answer: v.string(),
    handle: ({ ctx, query }) => exportTrail(ctx, "company", query),
  }),
  route({
    method: "GET",
    path: "/audit/provider",
    access: "super",
    // Each cell has the entries of what was done in it.
    cell: gathered<TrailPart, unknown, ProviderAuditQuery>(mergeTrails),
    summary:
      "Audit entries of the provider's users and commands, newest first; over several cells `before` = `next` of the previous page",
    query: ProviderAuditQuery,
    answer: AuditPage,
    handle({ ctx, query, isPart }) {
      const { own } = ctx.tenant.installation.cells;
      const { before: given, ...filter } = query;
      const before = positionIn(given, own);
      const page = auditPage(ctx, "provider", before === undefined ? filter : { ...filter, before });
      return isPart ? { ...page, cell: own } : page;
    },
  }),
  route({
    method: "GET",
    path: "/audit/provider/people",
    access: "super",
    cell: gathered<readonly AuditPerson[]>(mergePeople),
    summary: "People named in the audit trail of the provider",
    answer: v.array(AuditPerson),
    handle: ({ ctx }) => auditPeople(ctx, "provider"),
  }),
  route({
    method: "GET",
    path: "/audit/provider/export",
    access: "super",
    cell: wholeTrailFile,
    audit: "audit.exported",
    summary: "The audit trail of the provider as a CSV file",
    query: AuditFileQuery,
    answer: v.string(),
    handle: ({ ctx, query, isPart }) => exportTrail(ctx, "provider", query, isPart),
  }),
];

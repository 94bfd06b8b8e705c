import * as v from "valibot";
import { route } from "#tenants/route.ts";
import { AuditFileQuery, AuditPage, AuditPerson, AuditQuery } from "./contract.ts";
import { exportTrail } from "./export-csv.ts";
import { auditPage, auditPeople } from "./list.ts";

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
    cell: "home",
    summary: "Audit entries of the provider's users and commands, newest first",
    query: AuditQuery,
    answer: AuditPage,
    handle: ({ ctx, query }) => auditPage(ctx, "provider", query),
  }),
  route({
    method: "GET",
    path: "/audit/provider/people",
    access: "super",
    cell: "home",
    summary: "People named in the audit trail of the provider",
    answer: v.array(AuditPerson),
    handle: ({ ctx }) => auditPeople(ctx, "provider"),
  }),
  route({
    method: "GET",
    path: "/audit/provider/export",
    access: "super",
    cell: "home",
    audit: "audit.exported",
    summary: "The audit trail of the provider as a CSV file",
    query: AuditFileQuery,
    answer: v.string(),
    handle: ({ ctx, query }) => exportTrail(ctx, "provider", query),
  }),
];

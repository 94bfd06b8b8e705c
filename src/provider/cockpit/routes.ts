import * as v from "valibot";
import { fileLanguage } from "#accounts/settings/index.ts";
import { gathered } from "#platform/http/cells/cell-rule.ts";
import { FileQuery } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { CockpitAnswer } from "./contract.ts";
import { allCompaniesFile, exportCockpit } from "./export-csv.ts";
import { mergeCockpit } from "./merge.ts";
import { NumbersAnswer } from "./numbers/contract.ts";
import { mergeNumbers, type NumbersPart } from "./numbers/merge.ts";
import { readNumbers } from "./numbers/read.ts";
import { readCockpit } from "./read.ts";

export const cockpitRoutes = [
  route({
    method: "GET",
    path: "/cockpit",
    access: "super",
    cell: gathered<CockpitAnswer>(mergeCockpit),
    summary: "State and figures of all companies of this installation",
    answer: CockpitAnswer,
    handle: ({ ctx }) => readCockpit(ctx.tenant.installation),
  }),
  route({
    method: "GET",
    path: "/cockpit/numbers",
    access: "super",
    cell: gathered<NumbersPart>(mergeNumbers),
    summary: "Restricted numbers per company, and anonymous figures of restrictions of the last 365 days",
    answer: NumbersAnswer,
    handle: ({ ctx, isPart }) => readNumbers(ctx.tenant.installation, isPart),
  }),
  route({
    method: "GET",
    path: "/cockpit/export",
    audit: "cockpit.exported",
    access: "super",
    cell: allCompaniesFile,
    summary: "The companies with their figures as a CSV file",
    query: FileQuery,
    answer: v.string(),
    handle: ({ ctx, query, isPart }) =>
      exportCockpit(ctx.tenant.installation, fileLanguage(ctx.tenant, query.language), isPart),
  }),
];

import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { beginCompanyImport } from "./begin.ts";
import { cancelCompanyImport } from "./cancel.ts";
import { BeginImportBody, CompanyImport, ImportAnswer, PieceQuery, StartImportBody } from "./contract.ts";
import { presentImport } from "./present.ts";
import { receivePiece } from "./receive.ts";
import { lastImport } from "./rows.ts";
import { startCompanyImport } from "./start.ts";

export const importRoutes = [
  route({
    method: "GET",
    path: "/companies/import",
    access: "super",
    summary: "The last or running import of a company",
    answer: ImportAnswer,
    handle({ ctx: { tenant } }) {
      const { installation } = tenant;
      const row = lastImport(installation.system);
      return { import: row ? presentImport(installation, row) : null };
    },
  }),
  route({
    method: "POST",
    path: "/companies/import",
    audit: "company-import.started",
    access: "super",
    notForSupport: true,
    summary: "Begin the import of a company; its archive is then uploaded in pieces",
    body: BeginImportBody,
    answer: CompanyImport,
    handle: ({ ctx, body }) => presentImport(ctx.tenant.installation, beginCompanyImport(ctx, body)),
  }),
  route({
    method: "POST",
    path: "/companies/import/:id/pieces",
    unaudited: "one of many parts of a file; its start and its opening write entries",
    access: "super",
    notForSupport: true,
    summary:
      "The next piece of the archive (field `piece`, at most 8 MB), `at` so many bytes from its beginning",
    params: IdParams,
    query: PieceQuery,
    rawBody: true,
    answer: CompanyImport,
    handle: async ({ ctx, params, query, request }) =>
      presentImport(ctx.tenant.installation, await receivePiece(ctx, params.id, query.at, request)),
  }),
  route({
    method: "POST",
    path: "/companies/import/:id/start",
    audit: "company-import.imported",
    access: "super",
    notForSupport: true,
    summary: "Import the company of the uploaded archive with its passphrase; it is disabled at first",
    params: IdParams,
    body: StartImportBody,
    answer: CompanyImport,
    handle: ({ ctx, params, body }) =>
      presentImport(ctx.tenant.installation, startCompanyImport(ctx, params.id, body.passphrase)),
  }),
  route({
    method: "DELETE",
    path: "/companies/import/:id",
    audit: "company-import.cancelled",
    access: "super",
    summary: "Cancel an import and delete its files",
    params: IdParams,
    answer: MessageAnswer,
    async handle({ ctx, params }) {
      await cancelCompanyImport(ctx, params.id);
      return { message: "import removed" };
    },
  }),
];

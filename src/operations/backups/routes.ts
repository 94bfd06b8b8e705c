import { requireCompany } from "#accounts/companies/index.ts";
import { cellOfRow } from "#platform/cells.ts";
import { type CellByRequest, companyInPath, gathered } from "#platform/http/cells/cell-rule.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { BackupState, CompanyExport, ExportAnswer, ExportBody } from "./contract.ts";
import { backupRunning } from "./errors.ts";
import { beginExport, cancelExport } from "./exports/begin.ts";
import { lastExport } from "./exports/rows.ts";
import {
  BeginImportBody,
  CompanyImport,
  ImportAnswer,
  PieceQuery,
  StartImportBody,
} from "./imports/contract.ts";
import { presentImport, shownImport } from "./imports/present.ts";
import { beginCompanyImport, receivePiece } from "./imports/receive.ts";
import { lastImport } from "./imports/rows.ts";
import { cancelCompanyImport, startCompanyImport } from "./imports/start.ts";
import { mergeBackups } from "./merge.ts";
import { presentExport } from "./present.ts";
import { lastRun } from "./run/record.ts";
import { runBackup } from "./run/run-backup.ts";
import { backupState, cancelBackup } from "./run/state.ts";

const allBackups = gathered<BackupState>(mergeBackups);

export const backupRoutes = [
  route({
    method: "GET",
    path: "/backups",
    access: "super",
    cell: allBackups,
    summary: "State of the backups of this installation",
    answer: BackupState,
    handle: ({ ctx }) => backupState(ctx.tenant.installation),
  }),
  route({
    method: "POST",
    path: "/backups",
    audit: "backup.started",
    access: "super",
    // Each cell has its own backups, and an entry of its own in the provider's trail.
    cell: allBackups,
    summary: "Start a backup now",
    answer: BackupState,
    handle({ ctx: { tenant }, isPart }) {
      const { installation } = tenant;
      if (lastRun(installation.system)?.state === "running") {
        // The backups of other cells begin nevertheless.
        if (isPart) return backupState(installation);
        throw backupRunning();
      }
      void runBackup(installation, "asked", tenant.writeSystem);
      return backupState(installation);
    },
  }),
  route({
    method: "DELETE",
    path: "/backups",
    audit: "backup.cancelled",
    access: "super",
    cell: allBackups,
    summary: "Cancel the running backup",
    answer: BackupState,
    handle({ ctx }) {
      cancelBackup(ctx);
      return backupState(ctx.tenant.installation);
    },
  }),
  route({
    method: "GET",
    path: "/companies/:id/export",
    access: "super",
    cell: companyInPath,
    summary: "The last export of a company, with its progress and the URL of its file",
    params: IdParams,
    answer: ExportAnswer,
    handle({ ctx, params }) {
      const { installation } = ctx.tenant;
      requireCompany(installation, params.id);
      const row = lastExport(installation.system, params.id);
      return { export: row ? presentExport(ctx, row) : null };
    },
  }),
  route({
    method: "POST",
    path: "/companies/:id/export",
    audit: "company-export.exported",
    access: "super",
    cell: companyInPath,
    notForSupport: true,
    summary: "Export a company into a file that another installation can import",
    params: IdParams,
    body: ExportBody,
    answer: CompanyExport,
    handle: ({ ctx, params, body }) => presentExport(ctx, beginExport(ctx, params.id, body.passphrase)),
  }),
  route({
    method: "DELETE",
    path: "/companies/:id/export",
    audit: "company-export.cancelled",
    access: "super",
    cell: companyInPath,
    summary: "Cancel the export of a company, or delete its file",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      cancelExport(ctx, params.id);
      return { message: "export removed" };
    },
  }),
];

/** The cell that began the import whose id is in the path. */
const cellOfImport: CellByRequest<{ readonly id: number }, unknown, undefined> = {
  by: "cell",
  of: ({ params }) => cellOfRow(params.id),
};

export const importRoutes = [
  route({
    method: "GET",
    path: "/companies/import",
    access: "super",
    cell: gathered<ImportAnswer>((parts) => ({ import: shownImport(parts) })),
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
    cell: { by: "placement", of: () => null },
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
    cell: cellOfImport,
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
    cell: cellOfImport,
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
    cell: cellOfImport,
    summary: "Cancel an import and delete its files",
    params: IdParams,
    answer: MessageAnswer,
    async handle({ ctx, params }) {
      await cancelCompanyImport(ctx, params.id);
      return { message: "import removed" };
    },
  }),
];

import { requireCompany } from "#accounts/companies/index.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import { BackupState, CompanyExport, ExportAnswer, ExportBody } from "./contract.ts";
import { backupRunning } from "./errors.ts";
import { beginExport, cancelExport } from "./exports/begin.ts";
import { lastExport } from "./exports/rows.ts";
import { presentExport } from "./present.ts";
import { cancelBackup } from "./run/current.ts";
import { lastRun } from "./run/record.ts";
import { runBackup } from "./run/run-backup.ts";
import { backupState } from "./run/state.ts";

export const backupRoutes = [
  route({
    method: "GET",
    path: "/backups",
    access: "super",
    summary: "State of the backups of this installation",
    answer: BackupState,
    handle: ({ ctx }) => backupState(ctx.tenant.installation),
  }),
  route({
    method: "POST",
    path: "/backups",
    audit: "backup.started",
    access: "super",
    summary: "Start a backup now",
    answer: BackupState,
    handle({ ctx: { tenant } }) {
      const { installation } = tenant;
      if (lastRun(installation.system)?.state === "running") throw backupRunning();
      void runBackup(installation, "asked", tenant.writeSystem);
      return backupState(installation);
    },
  }),
  route({
    method: "DELETE",
    path: "/backups",
    audit: "backup.cancelled",
    access: "super",
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
    summary: "Cancel the export of a company, or delete its file",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      cancelExport(ctx, params.id);
      return { message: "export removed" };
    },
  }),
];

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
    summary: "How the backups of this installation stand",
    answer: BackupState,
    handle: ({ ctx }) => backupState(ctx.tenant.installation),
  }),
  route({
    method: "POST",
    path: "/backups",
    audit: "backup.started",
    access: "super",
    summary: "Make a backup now",
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
    summary: "Stop the backup that is being made",
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
    summary: "The last export of a company: how far it is, and where its file lies",
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
    summary: "Put a company into a file that another installation can take in",
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
    summary: "Stop the export of a company, or throw its file away",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      cancelExport(ctx, params.id);
      return { message: "export removed" };
    },
  }),
];

import { companyById } from "#accounts/companies/index.ts";
import { workingRun } from "#automation/bulk-actions/index.ts";
import { runningFile } from "#inbox/reports/index.ts";
import { currentBackup, runningCompanyImport, runningExportRows } from "#operations/backups/index.ts";
import { runningCampaigns } from "#outreach/campaigns/index.ts";
import { canCancelImport, runningImport } from "#outreach/contact-imports/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { Work } from "./contract.ts";

/** There is no estimate before this time, ms, or below this share of progress. */
const SHORTEST_MS = 3_000;
const SMALLEST_SHARE = 0.01;

/** Remaining seconds, extrapolated from the progress since `startedAt`; null while unknown. Times in ms. */
export function estimateRemaining(
  done: number,
  total: number,
  startedAt: number | null,
  now: number,
): number | null {
  if (startedAt === null || done <= 0 || done >= total) return null;
  const passed = now - startedAt;
  if (passed < SHORTEST_MS || done / total < SMALLEST_SHARE) return null;
  return Math.ceil(((passed / done) * (total - done)) / 1000);
}

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const ordinary = { isPaused: false, contactListId: null };

/** Running tasks of the company that this user may see; super users also get those of the installation. */
export const backgroundTasks = (ctx: UserCtx): readonly Work[] => [
  ...bulkRuns(ctx),
  ...reportFiles(ctx),
  ...imports(ctx),
  ...campaigns(ctx),
  ...exports(ctx),
  ...companyImport(ctx),
  ...backup(ctx),
];

function bulkRuns(ctx: UserCtx): readonly Work[] {
  const run = workingRun(ctx);
  if (!run) return [];
  const { id, done, total, startedAt, isUndoing } = run;
  return [
    {
      ...ordinary,
      ...{ kind: "bulk", id, name: "", done, total },
      secondsLeft: isUndoing ? null : estimateRemaining(done, total, startedAt, ctx.tenant.clock.now()),
      startedAt: instant(startedAt),
      canCancel: !isUndoing,
    },
  ];
}

function reportFiles(ctx: UserCtx): readonly Work[] {
  const file = runningFile(ctx);
  if (!file) return [];
  const { id, done, total, createdAt } = file;
  return [
    {
      ...ordinary,
      ...{ kind: "report", id, name: "", done, total },
      secondsLeft: estimateRemaining(done, total, createdAt, ctx.tenant.clock.now()),
      startedAt: instant(createdAt),
      canCancel: true,
    },
  ];
}

function imports(ctx: UserCtx): readonly Work[] {
  const row = runningImport(ctx);
  if (!row) return [];
  const { id, fileName: name, done, total, startedAt, contactListId } = row;
  return [
    {
      ...ordinary,
      ...{ kind: "import", id, name, done, total, contactListId },
      secondsLeft: estimateRemaining(done, total, startedAt, ctx.tenant.clock.now()),
      startedAt: instant(startedAt),
      canCancel: row.state === "running" && canCancelImport(ctx.actor, row),
    },
  ];
}

function campaigns(ctx: UserCtx): readonly Work[] {
  return runningCampaigns(ctx).map(({ row, report, secondsLeft }) => ({
    ...ordinary,
    ...{
      kind: "campaign",
      id: row.id,
      name: row.name,
      done: report.delivered,
      total: report.valid,
      secondsLeft,
    },
    startedAt: instant(row.startedAt),
    isPaused: row.pausedAt !== null,
    canCancel: true,
  }));
}

function exports({ tenant: { installation }, actor }: UserCtx): readonly Work[] {
  if (!actor.super) return [];
  return runningExportRows(installation.system).map(({ companyId, doneBytes, totalBytes, startedAt }) => ({
    ...ordinary,
    ...{ kind: "export", id: companyId, name: companyById(installation, companyId)?.name ?? "" },
    ...{ done: doneBytes, total: totalBytes },
    secondsLeft: estimateRemaining(doneBytes, totalBytes, startedAt, installation.clock.now()),
    startedAt: instant(startedAt),
    canCancel: true,
  }));
}

function companyImport({ tenant: { installation }, actor }: UserCtx): readonly Work[] {
  const row = actor.super ? runningCompanyImport(installation.system) : undefined;
  if (!row) return [];
  const { id, fileName: name, doneBytes: done, totalBytes: total, touchedAt: startedAt } = row;
  return [
    {
      ...ordinary,
      ...{ kind: "company-import", id, name, done, total },
      secondsLeft: estimateRemaining(done, total, startedAt, installation.clock.now()),
      startedAt: instant(startedAt),
      canCancel: true,
    },
  ];
}

function backup({ tenant: { installation }, actor }: UserCtx): readonly Work[] {
  const current = currentBackup(installation);
  if (!actor.super || !current) return [];
  const { done, total, startedAt } = current;
  return [
    {
      ...ordinary,
      ...{ kind: "backup", id: 0, name: "", done, total },
      secondsLeft: estimateRemaining(done, total, startedAt, installation.clock.now()),
      startedAt: instant(startedAt),
      canCancel: true,
    },
  ];
}

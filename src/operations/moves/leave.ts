import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { auditProvider } from "#accounts/audit/index.ts";
import { resumeSessionsOf } from "#channels/connections/index.ts";
import { transaction } from "#platform/db/database.ts";
import { notePath } from "#platform/db/ship/changed-paths.ts";
import type { Installation } from "#tenants/installation.ts";
import { advance, forgetFiles, type Move, movesWithFiles, noteClosed } from "#tenants/moving/rows.ts";
import { companyDirectory } from "#tenants/registry.ts";
import { guardOf } from "./closed-rows.ts";
import { deleteRows, lastInvoiceOf } from "./system-rows.ts";

/** The source keeps the files of a moved company this long, ms. */
const KEPT_MS = 7 * 86_400_000;

/** Where the source keeps the files of a moved company. */
export const closedDirectory = (dataDirectory: string, companyId: number): string =>
  join(dataDirectory, "moved", String(companyId));

/**
 * Removes the rows of a company that another cell serves now, and puts its files aside. Its rows count in no list and no limit any
 * more. Joins no transaction.
 */
export async function leave(installation: Installation, move: Move): Promise<void> {
  const { system, tenants, cells, durability, log } = installation;
  const { companyId, companyName, toCell } = move;
  guardOf(installation).release(companyId);
  const { pausedAt, endedAt } = transaction(system, () => {
    noteClosed(system, move.id, lastInvoiceOf(system, companyId, cells.own));
    deleteRows(installation, companyId);
    tenants.cancelWakes(companyId);
    auditProvider(installation, {
      who: "product",
      userId: null,
      name: "balcao",
      kind: "company",
      action: "exported",
      subjectId: companyId,
      subject: companyName,
      companyId,
    });
    return advance(installation, move.id, "closed");
  });
  tenants.unpause(companyId);
  tenants.refresh(companyId);
  resumeSessionsOf(installation, companyId);
  // If this machine fails before the removal is stored elsewhere, the next owner must still find the files.
  await durability.durable();
  putAside(installation, companyId);
  const pausedMs = (endedAt ?? 0) - (pausedAt ?? 0);
  log.info({ company: companyId, to: toCell, pausedMs }, "a company was moved to another cell");
}

function putAside({ dataDirectory, tenants }: Installation, companyId: number): void {
  const [from, to] = [companyDirectory(dataDirectory, companyId), closedDirectory(dataDirectory, companyId)];
  if (!existsSync(from) || tenants.exists(companyId)) return;
  mkdirSync(join(dataDirectory, "moved"), { recursive: true, mode: 0o700 });
  rmSync(to, { recursive: true, force: true });
  renameSync(from, to);
  for (const path of [from, to]) notePath(path);
}

/** Every night: deletes the files of companies that left 7 days ago. */
export function removeLeftFiles(installation: Installation): void {
  const { system, dataDirectory, clock, tenants, log } = installation;
  for (const { companyId } of movesWithFiles(system, clock.now())) putAside(installation, companyId);
  for (const { companyId } of movesWithFiles(system, clock.now() - KEPT_MS)) {
    const path = closedDirectory(dataDirectory, companyId);
    if (!tenants.exists(companyId) && existsSync(path)) {
      rmSync(path, { recursive: true });
      notePath(path);
    }
    forgetFiles(system, companyId);
    log.info({ company: companyId }, "the files of a moved company were deleted");
  }
}

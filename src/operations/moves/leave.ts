import { existsSync, renameSync } from "node:fs";
import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { auditProvider } from "#accounts/audit/index.ts";
import { resumeSessionsOf } from "#channels/connections/index.ts";
import { transaction } from "#platform/db/database.ts";
import { notePath, storePath } from "#platform/db/ship/changed-paths.ts";
import { syncFile } from "#platform/db/ship/position.ts";
import type { Installation } from "#tenants/installation.ts";
import {
  advance,
  forgetFiles,
  lastMove,
  type Move,
  movesWithFiles,
  noteClosed,
} from "#tenants/moving/rows.ts";
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
  const pausedMs = (endedAt ?? 0) - (pausedAt ?? 0);
  log.info({ company: companyId, to: toCell, pausedMs }, "a company was moved to another cell");
  await tryPutAside(installation, companyId);
}

async function tryPutAside(installation: Installation, companyId: number): Promise<void> {
  await putAside(installation, companyId).catch((error: unknown) =>
    installation.log.warn(
      { company: companyId, err: error },
      "the files of a moved company were not put aside; repeated at the next start or at night",
    ),
  );
}

/** Puts the files aside that an interrupted process left in their place. */
export async function putLeftAside(installation: Installation): Promise<void> {
  const { system, clock } = installation;
  for (const { companyId } of movesWithFiles(system, clock.now())) await tryPutAside(installation, companyId);
}

/**
 * Copies the files instead of renaming them: if this machine fails before the log has them at their new place, it must still find
 * them where the log has them. Repeated after a failure, it finds the media where they are.
 */
async function putAside({ system, dataDirectory, tenants }: Installation, companyId: number): Promise<void> {
  const [from, to] = [companyDirectory(dataDirectory, companyId), closedDirectory(dataDirectory, companyId)];
  // False once the company is back: then the folder is its place again.
  const isLeft = () =>
    existsSync(from) && !tenants.exists(companyId) && lastMove(system, companyId)?.hasFiles === 1;
  if (!isLeft()) return;
  const media = join(from, "media");
  if (existsSync(media)) await rm(to, { recursive: true, force: true });
  await copyFiles(from, to);
  await storePath(to);
  // Large files are deleted beside the event loop, and the place is free immediately. A start removes what a kill leaves there.
  const deleted = join(dataDirectory, "arrivals", `left-${companyId}`);
  await mkdir(join(dataDirectory, "arrivals"), { recursive: true, mode: 0o700 });
  await rm(deleted, { recursive: true, force: true });
  if (!isLeft()) return;
  if (existsSync(media)) renameSync(media, join(to, "media"));
  renameSync(from, deleted);
  notePath(from);
  await rm(deleted, { recursive: true });
}

/** Copies the files of a closed company without its media, and syncs them. */
async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.name === "media" || entry.name.endsWith("-shm")) continue;
    if (entry.isDirectory()) await copyFiles(source, target);
    if (!entry.isFile()) continue;
    await copyFile(source, target);
    await syncFile(target);
  }
}

/** Every night: deletes the files of companies that left 7 days ago. */
export async function removeLeftFiles(installation: Installation): Promise<void> {
  const { system, dataDirectory, clock, tenants, log } = installation;
  await putLeftAside(installation);
  for (const { companyId } of movesWithFiles(system, clock.now() - KEPT_MS)) {
    const path = closedDirectory(dataDirectory, companyId);
    if (!tenants.exists(companyId) && existsSync(path)) {
      await rm(path, { recursive: true, force: true });
      notePath(path);
    }
    forgetFiles(system, companyId);
    log.info({ company: companyId }, "the files of a moved company were deleted");
  }
}

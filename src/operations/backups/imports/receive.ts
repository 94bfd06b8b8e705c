import { mkdirSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { requireDisk } from "#channels/media/index.ts";
import { BackupError } from "#operations/backups/archive/errors.ts";
import { backupRunning } from "#operations/backups/errors.ts";
import { spawnTask, trackSubprocess } from "#operations/backups/subprocess/spawn.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import { readUpload } from "#platform/http/body/upload.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { type BeginImportBody, MAX_PIECE_BYTES } from "./contract.ts";
import {
  fail,
  type ImportRow,
  importDirectory,
  importFile,
  insertImport,
  lastImport,
  receivedBytes,
  requireImport,
  step,
  storeContent,
  touch,
} from "./rows.ts";

const UPLOAD = { maxFiles: 1, maxFileBytes: MAX_PIECE_BYTES, maxFields: 0, maxFieldBytes: 0 };

/** Ids of the imports that are writing an uploaded piece of their archive now: a second piece is rejected. */
const busy = new WeakMap<Installation, Set<number>>();

/**
 * Stores one piece of an archive (field `piece`) at the offset `at`: it is written to disk as it arrives, completely
 * or not at all. After the last one the archive is inspected. Super users. Throws 403 ERR_NO_PERMISSION,
 * 404 ERR_NOT_FOUND, 400 ERR_VALIDATION (`at`: this piece is not the next), 413 ERR_MEDIA_TOO_LARGE,
 * 507 ERR_STORAGE_FULL.
 */
export async function receivePiece(
  { tenant, actor }: UserCtx,
  id: number,
  at: number,
  request: Request,
): Promise<ImportRow> {
  if (!actor.super) throw noPermission();
  const { installation } = tenant;
  const { system, clock } = installation;
  const row = requireImport(system, id);
  const writing = busy.get(installation) ?? new Set();
  busy.set(installation, writing);
  if (row.state !== "uploading" || writing.has(id) || at !== receivedBytes(installation, id))
    throw invalidFields({ at: "invalid" });
  writing.add(id);
  try {
    const { files } = await readUpload(request, UPLOAD, {
      receive: (stream) => append(installation, row, at, stream),
      discard: async () => cut(installation, id, at),
    });
    if (files.length === 0) throw invalidFields({ piece: "required" });
  } finally {
    writing.delete(id);
  }
  touch(system, id, clock.now());
  const isWhole = receivedBytes(installation, id) === row.sizeBytes;
  if (isWhole && step(system, id, "uploading", "looking", clock.now())) lookInto(installation, id);
  return requireImport(system, id);
}

/** Synced before the response, so that the client never continues after lost bytes. */
async function append(
  installation: Installation,
  { id, sizeBytes }: ImportRow,
  at: number,
  stream: AsyncIterable<Uint8Array>,
): Promise<void> {
  // Checked again: the import may have been cancelled meanwhile, and its deleted file must not be created again.
  if (requireImport(installation.system, id).state !== "uploading") throw invalidFields({ at: "invalid" });
  const file = await open(importFile(installation, id), "a", 0o600);
  try {
    await write(installation, file, stream, sizeBytes - at);
    await file.sync();
  } catch (error) {
    await file.truncate(at);
    throw error;
  } finally {
    await file.close();
  }
}

async function write(
  installation: Installation,
  file: FileHandle,
  stream: AsyncIterable<Uint8Array>,
  room: number,
): Promise<void> {
  let left = room;
  for await (const bytes of stream) {
    left -= bytes.length;
    if (left < 0) throw invalidFields({ piece: "too_long" });
    requireDisk(installation, bytes.length);
    // `appendFile`, because `write` may write only a part of the bytes.
    await file.appendFile(bytes);
  }
}

async function cut(installation: Installation, id: number, at: number): Promise<void> {
  const file = await open(importFile(installation, id), "r+");
  try {
    await file.truncate(at);
  } finally {
    await file.close();
  }
}

/** Inspects a complete archive in a subprocess, so that this process does not parse a file from outside. */
function lookInto(installation: Installation, id: number): void {
  void look(installation, id).catch((error: unknown) => fail(installation, id, error));
}

async function look(installation: Installation, id: number): Promise<void> {
  const { system, config, clock } = installation;
  const task = { kind: "look" as const, config, nowMs: clock.now(), path: importFile(installation, id) };
  const apart = spawnTask(task);
  const result = await trackSubprocess(installation, apart, apart.done);
  if (!("content" in result))
    throw new BackupError("the import process returned no content of the archive", "failed");
  storeContent(system, id, result.content);
  step(system, id, "looking", "ready", clock.now());
}

/**
 * Super users begin the import of a company, whose archive is then uploaded in pieces. One import at a time per
 * installation. Throws 403 ERR_NO_PERMISSION, 409 ERR_IDEMPOTENCY_IN_PROGRESS, 507 ERR_STORAGE_FULL.
 */
export function beginCompanyImport(
  { tenant, actor }: UserCtx,
  { fileName, size }: BeginImportBody,
): ImportRow {
  if (!actor.super) throw noPermission();
  const { installation } = tenant;
  const { system, clock, log } = installation;
  const last = lastImport(system);
  if (last && last.finishedAt === null) throw backupRunning();
  // Twice the size: for the archive and for its unpacked files.
  requireDisk(installation, 2 * size);
  mkdirSync(importDirectory(installation), { recursive: true, mode: 0o700 });
  const row = { fileName, sizeBytes: size, askedBy: actor.id, askedName: actor.name, now: clock.now() };
  const id = tenant.writeSystem(() => insertImport(installation, row));
  log.info({ import: id, by: actor.id }, "import of a company started");
  return requireImport(system, id);
}

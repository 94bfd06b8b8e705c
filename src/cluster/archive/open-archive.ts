import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ChunkSeal, createChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import type { Config } from "#config.ts";
import { readKeyRing } from "#platform/crypto/key-ring.ts";
import { type BatchSeal, createBatchSeal } from "#platform/db/ship/seal.ts";
import { archiveStoreOf } from "./archive-store.ts";
import { ArchiveError, type ObjectStore } from "./objects.ts";

/** The archive of the configuration, to be read. */
export interface OpenArchive {
  readonly store: ObjectStore;
  readonly seal: ChunkSeal;
  readonly batchSeal: BatchSeal;
  readonly cell: number;
}

/** Throws ArchiveError without an archive, or without the installation key that opens it. */
export function openArchive(config: Config): OpenArchive {
  const store = archiveStoreOf(config);
  if (!store) throw new ArchiveError("no archive is configured: set ARCHIVE_DIR or ARCHIVE_S3_BUCKET");
  const path = join(config.dataDir, "secret.key");
  // Without this check a new key would be created, which cannot decrypt the archive.
  if (config.appSecret === null && !existsSync(path))
    throw new ArchiveError(
      `the archive is sealed with the installation key: copy the secret.key of the installation to ${path}, or set its APP_SECRET`,
    );
  const { current, older } = readKeyRing(config);
  const cell = config.clusterCell;
  return {
    store,
    cell,
    seal: createChunkSeal(current, older),
    batchSeal: createBatchSeal({ cell, current, older }),
  };
}

import { join, resolve } from "node:path";
import type { Config } from "#config.ts";
import { BackupError } from "./archive/errors.ts";
import { bucketStore } from "./store/bucket.ts";
import { folderStore } from "./store/folder.ts";
import type { Store } from "./store/store.ts";

/** Location of this installation's backups: its bucket, else its folder; `folder` names another one. */
export function storeOf(config: Config, folder?: string): Store {
  if (folder !== undefined) return folderStore(resolve(folder));
  const { backupBucket, backupAccessKey, backupSecretKey } = config;
  if (backupBucket === null) return folderStore(config.backupDir ?? join(config.dataDir, "backups"));
  if (backupAccessKey === null || backupSecretKey === null)
    throw new BackupError("BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY are not set");
  return bucketStore({
    bucket: backupBucket,
    endpoint: config.backupEndpoint,
    region: config.backupRegion,
    prefix: config.backupPrefix,
    accessKeyId: backupAccessKey,
    secretAccessKey: backupSecretKey,
  });
}

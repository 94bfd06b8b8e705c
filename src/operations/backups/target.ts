import { join, resolve } from "node:path";
import type { Config } from "#config.ts";
import { HOME_CELL } from "#platform/cells.ts";
import { BackupError } from "./archive/errors.ts";
import { bucketStore } from "./store/bucket.ts";
import { folderStore } from "./store/folder.ts";
import type { Store } from "./store/store.ts";

/**
 * Location of the backups of this cell: the bucket, else its folder; `folder` names another one. Cells may share bucket and folder,
 * so each one but the home cell has a place of its own in them: each removes its old backups by their number.
 */
export function storeOf(config: Config, folder?: string): Store {
  if (folder !== undefined) return folderStore(resolve(folder));
  const { backupBucket, backupAccessKey, backupSecretKey, backupDir, clusterCell: cell } = config;
  const own = cell === HOME_CELL ? "" : `cell-${cell}/`;
  if (backupBucket === null)
    return folderStore(backupDir === null ? join(config.dataDir, "backups") : join(backupDir, own));
  if (backupAccessKey === null || backupSecretKey === null)
    throw new BackupError("BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY are not set");
  return bucketStore({
    bucket: backupBucket,
    endpoint: config.backupEndpoint,
    region: config.backupRegion,
    prefix: `${config.backupPrefix}${own}`,
    accessKeyId: backupAccessKey,
    secretAccessKey: backupSecretKey,
  });
}

import type { Config } from "#config.ts";
import { bucketObjects } from "./bucket-objects.ts";
import { folderObjects } from "./folder-objects.ts";
import { ArchiveError, type ObjectStore } from "./objects.ts";

/** The storage of the continuous archive; null = none is configured. */
export function archiveStoreOf(config: Config): ObjectStore | null {
  const { archiveBucket, archiveAccessKey, archiveSecretKey } = config;
  if (archiveBucket === null) return config.archiveDir === null ? null : folderObjects(config.archiveDir);
  if (archiveAccessKey === null || archiveSecretKey === null)
    throw new ArchiveError("ARCHIVE_S3_ACCESS_KEY and ARCHIVE_S3_SECRET_KEY are not set");
  return bucketObjects({
    bucket: archiveBucket,
    endpoint: config.archiveEndpoint,
    region: config.archiveRegion,
    prefix: config.archivePrefix,
    accessKeyId: archiveAccessKey,
    secretAccessKey: archiveSecretKey,
  });
}

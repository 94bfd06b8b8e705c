import { join } from "node:path";
import { bucketObjects } from "#cluster/archive/bucket-objects.ts";
import type { Nats } from "#cluster/log/jetstream/connection.ts";
import type { Config } from "#config.ts";
import { readKeyRing } from "#platform/crypto/key-ring.ts";
import { OperatorError } from "#platform/errors.ts";
import type { RemoteMedia } from "#platform/remote-media.ts";
import type { MediaObjects } from "./media-objects.ts";
import { createMediaSeal } from "./media-seal.ts";
import { natsObjects } from "./nats-objects.ts";
import { createRemoteMedia } from "./remote-media.ts";
import { STORED_MARK } from "./standby-media.ts";

export interface OpenMediaOptions {
  readonly config: Config;
  /** The connection of a node; null on one machine. */
  readonly nats: Nats | null;
  readonly mayDelete?: () => boolean;
  readonly now?: () => number;
}

const GIGABYTE = 1024 ** 3;
const DAY_MS = 24 * 60 * 60_000;
/** Objects are kept at least this long without a row: a received message may wait for its processing, days. */
const SHORTEST_DAYS = 2;

/** The bucket of `MEDIA_S3_BUCKET`; null = not set. Throws OperatorError. */
export function mediaBucketOf(config: Config): ReturnType<typeof bucketObjects> | null {
  const { mediaBucket, mediaAccessKey, mediaSecretKey } = config;
  if (mediaBucket === null) return null;
  if (mediaAccessKey === null || mediaSecretKey === null)
    throw new OperatorError("MEDIA_S3_ACCESS_KEY and MEDIA_S3_SECRET_KEY are not set");
  return bucketObjects(
    {
      bucket: mediaBucket,
      endpoint: config.mediaEndpoint,
      region: config.mediaRegion,
      prefix: config.mediaPrefix,
      accessKeyId: mediaAccessKey,
      secretAccessKey: mediaSecretKey,
    },
    "MEDIA_S3",
  );
}

/** The storage of media that the configuration names; null = the data directory alone. */
export function openRemoteMedia({ config, nats, mayDelete, now }: OpenMediaOptions): RemoteMedia | null {
  const objects: MediaObjects | null =
    mediaBucketOf(config) ?? (nats && natsObjects(nats, config.clusterCell));
  if (!objects) return null;
  const { current, older } = readKeyRing(config);
  return createRemoteMedia({
    objects,
    seal: createMediaSeal(current, older),
    cell: config.clusterCell,
    workDirectory: join(config.dataDir, "media-work"),
    storedMark: join(config.dataDir, STORED_MARK),
    cacheBytes: config.mediaCacheGb * GIGABYTE,
    keepMs: Math.max(SHORTEST_DAYS, config.archiveDays) * DAY_MS,
    ...(mayDelete && { mayDelete }),
    ...(now && { now }),
  });
}

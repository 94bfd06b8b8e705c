import { Readable } from "node:stream";
import { BackupError } from "#operations/backups/archive/errors.ts";
import {
  BUCKET_TRIES,
  type Bucket,
  type BucketOptions,
  bucketPauseMs,
  openBucket,
} from "#platform/outbound/bucket.ts";
import type { Store } from "./store.ts";

/** Part size of a multipart upload. */
const PART_BYTES = 8 * 1024 * 1024;

/** Backups in a bucket of S3 or a compatible service (MinIO, R2, B2, Ceph). */
export function bucketStore(options: BucketOptions): Store {
  const { client, place, keyOf, patiently, refusal, list, remove } = openBucket(options, {
    variables: "BACKUP_S3",
    failed: (message) => new BackupError(message, "failed"),
  });
  const put = (name: string, path: string): Promise<void> =>
    patiently(async () => {
      await client.write(keyOf(name), Bun.file(path), { partSize: PART_BYTES, queueSize: 2, retry: 2 });
    });
  return {
    place,
    put,
    putUnchanging: put,
    async read(name) {
      const file = client.file(keyOf(name));
      const exists = await patiently(() => file.exists());
      if (!exists) throw new BackupError(`${name} is missing in ${place}`);
      return Readable.from(piecesOf(file, refusal));
    },
    list,
    remove,
  };
}

/** Streams an object; a broken connection resumes at the last byte. Throws BackupError after `BUCKET_TRIES` attempts. */
async function* piecesOf(file: Bun.S3File, refusal: Bucket["refusal"]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const rest = at === 0 ? file : file.slice(at);
      for await (const piece of rest.stream()) {
        at += piece.length;
        yield piece;
      }
      return;
    } catch (error) {
      if (attempt === BUCKET_TRIES) throw refusal(error);
      await Bun.sleep(bucketPauseMs(attempt));
    }
  }
}

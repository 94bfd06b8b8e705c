import { Readable } from "node:stream";
import { BackupError } from "#operations/backups/archive/errors.ts";
import type { Store } from "./store.ts";

export interface BucketOptions {
  readonly endpoint: string | null;
  readonly region: string | null;
  readonly bucket: string;
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Part size of a multipart upload. */
const PART_BYTES = 8 * 1024 * 1024;
const TRIES = 3;

/** Backups in a bucket of S3 or a compatible service (MinIO, R2, B2, Ceph). */
export function bucketStore(options: BucketOptions): Store {
  const { bucket, prefix, endpoint, region } = options;
  const client = new Bun.S3Client({
    bucket,
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    ...(endpoint && { endpoint }),
    ...(region && { region }),
  });
  const keyOf = (name: string) => `${prefix}${name}`;
  const place = `s3://${bucket}/${prefix}`;
  const put = (name: string, path: string): Promise<void> =>
    patiently(place, async () => {
      await client.write(keyOf(name), Bun.file(path), { partSize: PART_BYTES, queueSize: 2, retry: 2 });
    });
  return {
    place,
    put,
    putUnchanging: put,
    async read(name) {
      const file = client.file(keyOf(name));
      const exists = await patiently(place, () => file.exists());
      if (!exists) throw new BackupError(`${name} is missing in ${place}`);
      return Readable.from(piecesOf(file, place));
    },
    async *list(below) {
      let continuationToken: string | undefined;
      do {
        const page = await patiently(place, () =>
          client.list({ prefix: keyOf(below), ...(continuationToken && { continuationToken }) }),
        );
        for (const { key, size } of page.contents ?? [])
          yield { name: key.slice(prefix.length), size: Number(size ?? 0) };
        continuationToken = page.isTruncated ? page.nextContinuationToken : undefined;
      } while (continuationToken);
    },
    remove: (name) => patiently(place, () => client.delete(keyOf(name))),
  };
}

/** Streams an object; a broken connection resumes at the last byte. Throws BackupError after `TRIES` attempts. */
async function* piecesOf(file: Bun.S3File, place: string): AsyncGenerator<Uint8Array> {
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
      if (attempt === TRIES) throw refused(place, error);
      await Bun.sleep(200 * attempt);
    }
  }
}

/** What the operator should check, by error of the service or the network. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:SignatureDoesNotMatch|InvalidAccessKeyId|AccessDenied|InvalidSecurity)$/,
    "check BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY and what they may do",
  ],
  [
    /^(?:NoSuchBucket|PermanentRedirect|AuthorizationHeaderMalformed)$/,
    "check BACKUP_S3_BUCKET and BACKUP_S3_REGION",
  ],
  [
    /^(?:ConnectionRefused|ConnectionClosed|FailedToOpenSocket|Timeout|ENOTFOUND|ECONN\w+|DNS\w*)$/,
    "the storage cannot be reached: check BACKUP_S3_ENDPOINT and the network",
  ],
];

function refused(place: string, error: unknown): BackupError {
  const { code = "", message } = error as Error & { code?: string };
  const said = code === message || message.includes("unexpected error") ? [code] : [code, message];
  const remedy = REMEDIES.find(([codes]) => codes.test(code))?.[1];
  const what = said.filter(Boolean).join(": ") || message;
  return new BackupError(`${place}: ${what}${remedy ? `; ${remedy}` : ""}`, "failed");
}

/** Retries temporary errors of the network or the service; throws BackupError with the service's message. */
async function patiently<T>(place: string, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES) throw refused(place, error);
      await Bun.sleep(200 * attempt);
    }
  }
}

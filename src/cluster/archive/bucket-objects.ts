import { type BucketOptions, openBucket, type Remedies } from "#platform/outbound/bucket.ts";
import { ArchiveError, type ObjectStore } from "./objects.ts";

const REMEDIES: Remedies = [
  [/^(?:NotImplemented|HTTP 501)$/, "the storage does not know If-None-Match, which is needed"],
];

/** A bucket also stores and reads large objects, without holding them in memory. */
export interface BucketObjects extends ObjectStore {
  /** As `create`; the body is read from its file. */
  createFrom(name: string, body: Blob): Promise<"created" | "exists">;
  /** Undefined when there is no such object. A connection that breaks ends the stream with an error. */
  open(name: string): Promise<ReadableStream<Uint8Array> | undefined>;
  has(name: string): Promise<boolean>;
  /** The parts of the names behind `below` up to the next `/`. */
  folders(below: string): Promise<readonly string[]>;
}

/** Longest duration of one request for an object of a few megabytes, ms. */
const REQUEST_MS = 30_000;
/** Slowest transfer of a large object, bytes per ms. */
const SLOWEST_BYTES_PER_MS = 128;
/** Longest duration of reading a large object, ms. */
const LARGE_MS = 15 * 60_000;
/** How long a signed address is valid, seconds; each attempt signs again. */
const SIGNED_SECONDS = 300;

/**
 * Objects in a bucket of S3 or a compatible service that honours `If-None-Match: *`. `variables`: beginning of the names of the
 * variables that configure it.
 */
export function bucketObjects(options: BucketOptions, variables = "ARCHIVE_S3"): BucketObjects {
  const bucket = openBucket(options, {
    variables,
    failed: (message) => new ArchiveError(message),
    remedies: REMEDIES,
  });
  const { client, place, keyOf, patiently, list, remove } = bucket;
  // The client of the runtime cannot send conditions, so it only signs the address.
  const send = async (
    name: string,
    method: "GET" | "HEAD" | "PUT",
    init: RequestInit = {},
    timeoutMs = REQUEST_MS,
  ): Promise<Response> => {
    const url = client.presign(keyOf(name), { method, expiresIn: SIGNED_SECONDS });
    const response = await fetch(url, { ...init, method, signal: AbortSignal.timeout(timeoutMs) });
    if (response.status >= 500 || response.status === 429) throw await answerError(response);
    return response;
  };
  const create = (name: string, body: BodyInit, timeoutMs?: number) =>
    patiently(async () => {
      const response = await send(name, "PUT", { body, headers: { "if-none-match": "*" } }, timeoutMs);
      if (response.ok) return "created";
      // 409: another conditional write to this name is in progress.
      if (response.status === 412 || response.status === 409) return "exists";
      throw await answerError(response);
    });
  const find = async (name: string, method: "GET" | "HEAD", timeoutMs?: number) => {
    const response = await send(name, method, {}, timeoutMs);
    if (response.ok) return response;
    const error = await answerError(response);
    if (response.status === 404 && error.code !== "NoSuchBucket") return undefined;
    throw error;
  };
  return {
    place,
    list,
    remove,
    create: (name, bytes) => create(name, bytes as BodyInit),
    createFrom: (name, body) => create(name, body, REQUEST_MS + body.size / SLOWEST_BYTES_PER_MS),
    read: (name) =>
      patiently(async () => {
        const response = await find(name, "GET");
        return response && new Uint8Array(await response.arrayBuffer());
      }),
    open: (name) => patiently(async () => (await find(name, "GET", LARGE_MS))?.body ?? undefined),
    has: (name) => patiently(async () => (await find(name, "HEAD")) !== undefined),
    async folders(below) {
      const found: string[] = [];
      let continuationToken: string | undefined;
      do {
        const page = await patiently(() =>
          client.list({
            prefix: keyOf(below),
            delimiter: "/",
            ...(continuationToken && { continuationToken }),
          }),
        );
        for (const common of page.commonPrefixes ?? [])
          found.push(common.prefix.slice(keyOf(below).length, -1));
        continuationToken = page.isTruncated ? page.nextContinuationToken : undefined;
      } while (continuationToken);
      return found;
    },
  };
}

/** The service's answer as an error; `code` is the one of its XML body. */
async function answerError(response: Response): Promise<Error & { code: string }> {
  const text = await response.text().catch(() => "");
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? `HTTP ${response.status}`;
  return Object.assign(new Error(code), { code });
}

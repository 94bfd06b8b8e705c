/** A bucket of S3 or a compatible service. */
export interface BucketOptions {
  /** Address of the service; AWS without it. */
  readonly endpoint: string | null;
  readonly region: string | null;
  readonly bucket: string;
  /** Prefix of all names in the bucket. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** What an operator should check, by error of the service or the network. */
export type Remedies = readonly (readonly [codes: RegExp, remedy: string])[];

export interface BucketUse {
  /** Prefix of the configuration variables of this bucket, for error messages. */
  readonly variables: string;
  /** The error that callers of the store expect. */
  readonly failed: (message: string) => Error;
  readonly remedies?: Remedies;
}

interface BucketObject {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** An open bucket; names are without its prefix. */
export interface Bucket {
  readonly client: Bun.S3Client;
  /** The bucket, for messages. */
  readonly place: string;
  /** The key of an object in the bucket. */
  keyOf(name: string): string;
  /** In the order of their names. */
  list(below: string): AsyncIterable<BucketObject>;
  /** A missing object is no error. */
  remove(name: string): Promise<void>;
  /** Repeats work that failed, for temporary errors of the network or the service; the last error is `refusal`. */
  patiently<T>(work: () => Promise<T>): Promise<T>;
  /** An error of the service or the network, with what to check. */
  refusal(error: unknown): Error;
}

/** Attempts of a request. */
export const BUCKET_TRIES = 3;
/** Pause before the next attempt, ms. */
export const bucketPauseMs = (attempt: number): number => 200 * attempt;

export function openBucket(options: BucketOptions, use: BucketUse): Bucket {
  const { bucket, prefix, endpoint, region } = options;
  const client = new Bun.S3Client({
    bucket,
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    ...(endpoint && { endpoint }),
    ...(region && { region }),
  });
  const place = `s3://${bucket}/${prefix}`;
  const keyOf = (name: string) => `${prefix}${name}`;
  const refusal = (error: unknown) => use.failed(`${place}: ${inWords(error, use)}`);
  const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt === BUCKET_TRIES) throw refusal(error);
        await Bun.sleep(bucketPauseMs(attempt));
      }
    }
  };
  return {
    client,
    place,
    keyOf,
    async *list(below) {
      let continuationToken: string | undefined;
      do {
        const page = await patiently(() =>
          client.list({ prefix: keyOf(below), ...(continuationToken && { continuationToken }) }),
        );
        for (const { key, size } of page.contents ?? [])
          yield { name: key.slice(prefix.length), size: Number(size ?? 0) };
        continuationToken = page.isTruncated ? page.nextContinuationToken : undefined;
      } while (continuationToken);
    },
    remove: (name) => patiently(() => client.delete(keyOf(name))),
    patiently,
    refusal,
  };
}

const REMEDIES: Remedies = [
  [
    /^(?:SignatureDoesNotMatch|InvalidAccessKeyId|AccessDenied|InvalidSecurity|HTTP 40[13])$/,
    "check $_ACCESS_KEY, $_SECRET_KEY and what they may do",
  ],
  [/^(?:NoSuchBucket|PermanentRedirect|AuthorizationHeaderMalformed)$/, "check $_BUCKET and $_REGION"],
  [
    /^(?:ConnectionRefused|ConnectionClosed|FailedToOpenSocket|Timeout\w*|ENOTFOUND|ECONN\w+|DNS\w*)$/,
    "the storage cannot be reached: check $_ENDPOINT and the network",
  ],
];

/** The error with its code, and what the operator should check. */
function inWords(error: unknown, { variables, remedies = [] }: BucketUse): string {
  const { name, message, code: given } = error as Error & { readonly code?: unknown };
  const code = typeof given === "string" ? given : name;
  const remedy = [...remedies, ...REMEDIES].find(([codes]) => codes.test(code))?.[1];
  const isPlain = code === message || message.includes("unexpected error");
  const what = code === "Error" ? message : isPlain ? code : `${code}: ${message}`;
  return remedy ? `${what}; ${remedy.replaceAll("$", variables)}` : what;
}

import { createHash, createHmac } from "node:crypto";

/** A key pair with access to the bucket. */
interface S3Key {
  readonly id: string;
  readonly secret: string;
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const hex = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** True when the request's AWS signature (version 4, in the header or in the address) was made with this key. */
function isSigned(request: Request, body: Uint8Array, key: S3Key): boolean {
  if (new URL(request.url).searchParams.has("X-Amz-Signature")) return isSignedAddress(request, key);
  const given = request.headers.get("authorization") ?? "";
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      given,
    );
  const [, id, day, region, names, signature] = parts ?? [];
  const at = request.headers.get("x-amz-date");
  const content = request.headers.get("x-amz-content-sha256");
  if (!day || !region || !names || !at || !content || id !== key.id) return false;
  if (content !== "UNSIGNED-PAYLOAD" && content !== hex(body)) return false;
  return signatureOf(request, { key, day, region, names, at, content }) === signature;
}

/** A presigned address: the signature is in the query, and the content is not signed. */
function isSignedAddress(request: Request, key: S3Key): boolean {
  const query = new URL(request.url).searchParams;
  const [id, day, region] = (query.get("X-Amz-Credential") ?? "").split("/");
  const at = query.get("X-Amz-Date");
  const names = query.get("X-Amz-SignedHeaders");
  if (!day || !region || !names || !at || id !== key.id) return false;
  const signed = signatureOf(request, { key, day, region, names, at, content: "UNSIGNED-PAYLOAD" });
  return signed === query.get("X-Amz-Signature");
}

interface Signing {
  readonly key: S3Key;
  readonly day: string;
  readonly region: string;
  /** Names of the signed headers, with `;`. */
  readonly names: string;
  readonly at: string;
  /** Hash of the content, or UNSIGNED-PAYLOAD. */
  readonly content: string;
}

function signatureOf(request: Request, { key, day, region, names, at, content }: Signing): string {
  const url = new URL(request.url);
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const headers = names
    .split(";")
    .map((name) => `${name}:${(request.headers.get(name) ?? "").trim()}\n`)
    .join("");
  const canonical = [request.method, url.pathname, query, headers, names, content].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", at, `${day}/${region}/s3/aws4_request`, hex(canonical)].join("\n");
  const signing = hmac(hmac(hmac(hmac(`AWS4${key.secret}`, day), region), "s3"), "aws4_request");
  return hmac(signing, toSign).toString("hex");
}

/**
 * Simulates the used part of an S3 bucket: PUT (also with `If-None-Match: *`), GET, HEAD, DELETE, LIST, multipart uploads;
 * every signature is verified.
 */
export interface S3Simulator {
  readonly endpoint: string;
  readonly bucket: string;
  key: S3Key;
  readonly objects: Map<string, Uint8Array>;
  /** Methods of all requests, including rejected ones. */
  readonly asked: string[];
  /** Number of further requests that are answered with 503. */
  failing: number;
  /** Number of further object reads whose connection breaks in the middle. */
  cutting: number;
  /** False: `If-None-Match` is ignored and objects are overwritten, as some services do. */
  honoursConditions: boolean;
  stop(): Promise<void>;
}

const PAGE = 100;

export function startS3(): S3Simulator {
  const objects = new Map<string, Uint8Array>();
  const uploads = new Map<string, Map<number, Uint8Array>>();
  const bucket = "backups";
  const xml = (body: string, status = 200, headers: Record<string, string> = {}) =>
    new Response(`<?xml version="1.0" encoding="UTF-8"?>${body}`, {
      status,
      headers: { "content-type": "application/xml", ...headers },
    });
  const problem = (status: number, code: string) =>
    xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status);

  const list = (query: URLSearchParams): Response => {
    const prefix = query.get("prefix") ?? "";
    const after = query.get("continuation-token") ?? "";
    const delimiter = query.get("delimiter") ?? "";
    /** The key itself, or the common prefix of several keys up to the delimiter. */
    const entryOf = (key: string) => {
      const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
      return end < 0 ? key : key.slice(0, end + delimiter.length);
    };
    const keys = [...new Set([...objects.keys()].filter((key) => key.startsWith(prefix)).map(entryOf))]
      .filter((key) => key > after)
      .sort();
    const page = keys.slice(0, PAGE);
    const isTruncated = keys.length > page.length;
    const isFolder = (key: string) => delimiter !== "" && key.endsWith(delimiter);
    const folders = page
      .filter(isFolder)
      .map((key) => `<CommonPrefixes><Prefix>${escapeXml(key)}</Prefix></CommonPrefixes>`)
      .join("");
    const contents = page
      .filter((key) => !isFolder(key))
      .map(
        (key) =>
          `<Contents><Key>${escapeXml(key)}</Key><Size>${objects.get(key)?.length ?? 0}</Size><LastModified>2026-11-22T05:00:00.000Z</LastModified><ETag>&quot;x&quot;</ETag><StorageClass>STANDARD</StorageClass></Contents>`,
      )
      .join("");
    const next = isTruncated
      ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? "")}</NextContinuationToken>`
      : "";
    return xml(
      `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${escapeXml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${PAGE}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${contents}${folders}${next}</ListBucketResult>`,
    );
  };
  const post = (key: string, query: URLSearchParams): Response => {
    const id = query.get("uploadId");
    if (query.has("uploads")) {
      const uploadId = `upload-${uploads.size + 1}`;
      uploads.set(uploadId, new Map());
      return xml(
        `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const parts = uploads.get(id ?? "");
    if (!id || !parts) return problem(404, "NoSuchUpload");
    uploads.delete(id);
    const ordered = [...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
    objects.set(key, Buffer.concat(ordered));
    return xml(
      `<CompleteMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${escapeXml(key)}</Key><ETag>&quot;x&quot;</ETag></CompleteMultipartUploadResult>`,
    );
  };
  const put = (key: string, query: URLSearchParams, body: Uint8Array, asked: Headers): Response => {
    const isTaken = asked.get("if-none-match") === "*" && objects.has(key);
    if (isTaken && simulator.honoursConditions) return problem(412, "PreconditionFailed");
    const parts = uploads.get(query.get("uploadId") ?? "");
    if (query.has("uploadId") && !parts) return problem(404, "NoSuchUpload");
    if (parts) parts.set(Number(query.get("partNumber")), body);
    else objects.set(key, body);
    return new Response(null, { headers: { etag: '"x"' } });
  };
  const get = (key: string, { method, headers: asked }: Request): Response => {
    const isHead = method === "HEAD";
    const whole = objects.get(key);
    if (!whole) return isHead ? new Response(null, { status: 404 }) : problem(404, "NoSuchKey");
    const [, from] = /^bytes=(\d+)-/.exec(asked.get("range") ?? "") ?? [];
    const found = whole.subarray(Number(from ?? 0));
    const headers = { "content-length": String(found.length), etag: '"x"' };
    const status = from === undefined ? 200 : 206;
    if (isHead || simulator.cutting === 0)
      return new Response(isHead ? null : (found as BlobPart as BodyInit), { status, headers });
    simulator.cutting -= 1;
    return new Response(brokenOff(found), { status, headers });
  };

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    maxRequestBodySize: 64 * 1024 * 1024,
    // A deliberately broken connection is not logged.
    error: () => undefined,
    async fetch(request) {
      const url = new URL(request.url);
      const body = new Uint8Array(await request.arrayBuffer());
      simulator.asked.push(request.method);
      if (simulator.failing > 0) {
        simulator.failing -= 1;
        return problem(503, "SlowDown");
      }
      if (!isSigned(request, body, simulator.key)) return problem(403, "SignatureDoesNotMatch");
      const path = decodeURIComponent(url.pathname).slice(1);
      const [name] = path.split("/");
      if (name !== bucket) return problem(404, "NoSuchBucket");
      const key = path.slice(bucket.length + 1);
      if (request.method === "GET" && key === "") return list(url.searchParams);
      if (request.method === "GET" || request.method === "HEAD") return get(key, request);
      if (request.method === "PUT") return put(key, url.searchParams, body, request.headers);
      if (request.method === "POST") return post(key, url.searchParams);
      if (request.method !== "DELETE") return problem(405, "MethodNotAllowed");
      objects.delete(key);
      return new Response(null, { status: 204 });
    },
  });

  const simulator: S3Simulator = {
    endpoint: `http://127.0.0.1:${server.port}`,
    bucket,
    key: { id: "AKIATEST", secret: "a secret/with+signs" },
    objects,
    asked: [],
    failing: 0,
    cutting: 0,
    honoursConditions: true,
    async stop() {
      await server.stop(true);
    },
  };
  return simulator;
}

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Sends the first half, then breaks the connection. */
const brokenOff = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      controller.enqueue(bytes.subarray(0, Math.ceil(bytes.length / 2)));
      await Bun.sleep(20);
      controller.error(new Error("the line broke"));
    },
  });

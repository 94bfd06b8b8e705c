import { createHash, createHmac } from "node:crypto";

/** A key pair with access to the bucket. */
export interface S3Key {
  readonly id: string;
  readonly secret: string;
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const hex = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** True when the request's AWS signature (version 4, in the header) was made with this key. */
export function isSigned(request: Request, body: Uint8Array, key: S3Key): boolean {
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
  const url = new URL(request.url);
  const query = [...url.searchParams]
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
  return hmac(signing, toSign).toString("hex") === signature;
}

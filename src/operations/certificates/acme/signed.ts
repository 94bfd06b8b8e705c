import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";

/** A new P-256 key, PEM. */
export const newKey = (): string =>
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    type: "pkcs8",
    format: "pem",
  }) as string;

const text = (value: object | string): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

/** The public half, with its members in the order that its thumbprint wants (RFC 7638). */
function publicHalf(keyPem: string) {
  const { crv, kty, x, y } = createPublicKey(createPrivateKey(keyPem)).export({ format: "jwk" });
  return { crv, kty, x, y };
}

/** What a challenge is answered with: `<token>.<thumbprint>`. */
export const thumbprint = (keyPem: string): string =>
  createHash("sha256")
    .update(JSON.stringify(publicHalf(keyPem)))
    .digest("base64url");

/** A body the authority believes (RFC 8555, 6.2). `account`: its address, null while there is none. `payload` null = only look. */
export function signed(options: {
  readonly keyPem: string;
  readonly account: string | null;
  readonly url: string;
  readonly nonce: string;
  readonly payload: object | null;
}): string {
  const { keyPem, account, url, nonce, payload } = options;
  const who = account === null ? { jwk: publicHalf(keyPem) } : { kid: account };
  const head = text({ alg: "ES256", ...who, nonce, url });
  const body = payload === null ? "" : text(payload);
  const signature = sign("sha256", Buffer.from(`${head}.${body}`), {
    key: createPrivateKey(keyPem),
    dsaEncoding: "ieee-p1363",
  });
  return JSON.stringify({ protected: head, payload: body, signature: signature.toString("base64url") });
}

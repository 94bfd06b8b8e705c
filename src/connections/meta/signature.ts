import { createHmac, timingSafeEqual } from "node:crypto";

const PREFIX = "sha256=";

/** The `X-Hub-Signature-256` of a body, as Meta makes it. */
export const signatureOf = (secret: string, body: Uint8Array): string =>
  PREFIX + createHmac("sha256", secret).update(body).digest("hex");

/** Whether whoever sent this body knows the app secret; false without a secret. Compared in constant time. */
export function isSignedBy(secret: string, body: Uint8Array, signature: string | null): boolean {
  if (secret === "" || signature === null) return false;
  const expected = Buffer.from(signatureOf(secret, body));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Whether two secrets are the same, in constant time for one length; an empty one is nobody's. */
export function isSameSecret(expected: string, given: string | null): boolean {
  if (expected === "" || given === null) return false;
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

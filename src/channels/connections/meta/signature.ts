import { createHmac } from "node:crypto";
import { equalSecrets } from "#platform/crypto/equal-secrets.ts";

const PREFIX = "sha256=";

export interface SignatureCheck {
  /** The next piece of the body. */
  readonly add: (piece: Uint8Array) => void;
  /** Whether the sender knows the app secret; call it after the last piece. */
  readonly isValid: () => boolean;
}

/** Checks the signature while the body arrives; null when it cannot be valid, so the body need not be read. */
export function checkSignature(secret: string, signature: string | null): SignatureCheck | null {
  if (secret === "" || signature === null || !/^sha256=[0-9a-f]{64}$/.test(signature)) return null;
  // By the runtime: oslo takes 27 instead of 2 ms per megabyte.
  const mac = createHmac("sha256", secret);
  return {
    add: (piece) => void mac.update(piece),
    isValid: () => equalSecrets(PREFIX + mac.digest("hex"), signature),
  };
}

/** Compares two secrets in constant time for one length; an empty secret never matches. */
export const isSameSecret = (expected: string, given: string | null): boolean =>
  expected !== "" && given !== null && equalSecrets(expected, given);

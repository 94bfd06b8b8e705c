import { createHmac } from "node:crypto";
import { sameText } from "#platform/same-text.ts";

const PREFIX = "sha256=";

export interface SignatureCheck {
  /** The next piece of the body. */
  readonly add: (piece: Uint8Array) => void;
  /** Whether the sender of all pieces knows the app secret. */
  readonly isRight: () => boolean;
}

/** Checks the signature while the body arrives; null when it cannot be right, so that no body need be read. */
export function checkSignature(secret: string, signature: string | null): SignatureCheck | null {
  if (secret === "" || signature === null || !/^sha256=[0-9a-f]{64}$/.test(signature)) return null;
  const mac = createHmac("sha256", secret);
  return {
    add: (piece) => void mac.update(piece),
    isRight: () => sameText(PREFIX + mac.digest("hex"), signature),
  };
}

/** Whether two secrets are the same, in constant time for one length; an empty one never is. */
export const isSameSecret = (expected: string, given: string | null): boolean =>
  expected !== "" && given !== null && sameText(expected, given);

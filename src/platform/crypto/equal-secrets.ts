import { constantTimeEqual } from "@oslojs/crypto/subtle";

const encoder = new TextEncoder();

/**
 * Compares two secrets in a time that depends only on their lengths. It compares UTF-8 bytes, so texts with non-ASCII letters
 * are allowed.
 */
export function equalSecrets(expected: string, given: string): boolean {
  return constantTimeEqual(encoder.encode(expected), encoder.encode(given));
}

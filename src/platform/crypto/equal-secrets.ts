import { constantTimeEqual } from "@oslojs/crypto/subtle";

const encoder = new TextEncoder();

/**
 * Compares two secrets in constant time for texts of one length. Any text is allowed: bytes
 * are compared, so letters beyond ASCII are different, not an error.
 */
export function equalSecrets(expected: string, given: string): boolean {
  return constantTimeEqual(encoder.encode(expected), encoder.encode(given));
}

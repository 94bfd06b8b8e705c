import { constantTimeEqual } from "@oslojs/crypto/subtle";

const encoder = new TextEncoder();

/**
 * Whether two secrets are the same text; takes the same time for all texts of one length. Any text may be given: bytes
 * are compared, so letters beyond ASCII are different, not an error.
 */
export function equalSecrets(expected: string, given: string): boolean {
  return constantTimeEqual(encoder.encode(expected), encoder.encode(given));
}

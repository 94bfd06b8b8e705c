import { timingSafeEqual } from "node:crypto";

/**
 * Whether two secrets are the same text; takes the same time for all texts of one length. Any text may be given: bytes
 * are compared, so letters beyond ASCII are different, not an error.
 */
export function equalSecrets(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

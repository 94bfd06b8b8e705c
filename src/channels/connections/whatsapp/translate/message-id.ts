import { createHash, randomBytes } from "node:crypto";

/**
 * A message id as WhatsApp Web creates them: `3EB0` and 18 upper-case hex digits. Created on the main thread, so that it
 * is stored before the engine gets the message. The same `seed` gives the same id; without one it is random.
 */
export function newMessageId(seed?: string): string {
  const bytes =
    seed === undefined ? randomBytes(9) : createHash("sha256").update(seed).digest().subarray(0, 9);
  return `3EB0${bytes.toString("hex").toUpperCase()}`;
}

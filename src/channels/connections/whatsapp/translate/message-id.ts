import { createHash, randomBytes } from "node:crypto";

/**
 * A message id in the form WhatsApp Web uses: `3EB0` and 18 upper-case hex digits. Made on the main thread, so that it
 * is stored before the engine hears of the message. By the runtime: it runs for every message. The same `seed` gives the same id; without one it is fresh.
 */
export function newMessageId(seed?: string): string {
  const bytes =
    seed === undefined ? randomBytes(9) : createHash("sha256").update(seed).digest().subarray(0, 9);
  return `3EB0${bytes.toString("hex").toUpperCase()}`;
}

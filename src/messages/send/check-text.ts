import type { Channel } from "#connections/contract.ts";
import { invalidFields } from "#platform/errors.ts";

/** Longest text by channel, characters (behaviour 7.3). */
const MAX_TEXT = { whatsapp: 4096, facebook: 2000, instagram: 1000 } as const;

/** Something must be said, and not too much. Throws 400 ERR_VALIDATION. */
export function checkText(channel: Channel, body: string, hasFile: boolean): void {
  if (body === "" && !hasFile) throw invalidFields({ body: "required" });
  if (body.length > MAX_TEXT[channel]) throw invalidFields({ body: "too_long" });
}

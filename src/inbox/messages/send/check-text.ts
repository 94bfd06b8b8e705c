import type { Channel } from "#channels/connections/contract.ts";
import { ABILITIES } from "#channels/connections/index.ts";
import { invalidFields } from "#platform/errors.ts";

/** Refuses an empty text without a file and a text that is too long. Throws 400 ERR_VALIDATION. */
export function checkText(channel: Channel, body: string, hasFile: boolean): void {
  if (body === "" && !hasFile) throw invalidFields({ body: "required" });
  if (body.length > ABILITIES[channel].longestText) throw invalidFields({ body: "too_long" });
}

import type { Channel } from "#channels/connections/contract.ts";
import { ABILITIES } from "#channels/connections/index.ts";
import { invalidFields } from "#platform/errors.ts";

/** Something must be said, and not too much. Throws 400 ERR_VALIDATION. */
export function checkText(channel: Channel, body: string, hasFile: boolean): void {
  if (body === "" && !hasFile) throw invalidFields({ body: "required" });
  if (body.length > ABILITIES[channel].longestText) throw invalidFields({ body: "too_long" });
}

import * as v from "valibot";
import { Instant, PathId } from "#platform/http/contract.ts";

/** Maximum length of a privacy notice. */
export const MAX_CONSENT_TEXT = 1000;

/** The privacy notice that a connection sends to new contacts before automatic replies. */
export const ConsentText = v.object({
  connectionId: v.number(),
  connection: v.string(),
  /** Version of the notice; 0: no notice was ever configured. */
  version: v.number(),
  /** Text of the notice; "": no notice is sent. */
  text: v.string(),
  updatedAt: v.nullable(Instant),
  /** Number of contacts who got this version. */
  told: v.number(),
});
export type ConsentText = v.InferOutput<typeof ConsentText>;

export const ConsentPath = v.object({ connectionId: PathId });
export const SaveConsentTextBody = v.object({
  text: v.pipe(v.string(), v.trim(), v.maxLength(MAX_CONSENT_TEXT)),
  /** True = contacts who got an earlier version also get the new version once. */
  tellAgain: v.optional(v.boolean(), false),
});
export type SaveConsentTextBody = v.InferOutput<typeof SaveConsentTextBody>;

/** The notices that a contact got, shown in the contact's drawer. */
export const ConsentOfContact = v.object({
  id: v.number(),
  connection: v.string(),
  version: v.number(),
  text: v.string(),
  toldAt: Instant,
  /** When the contact opted out; null = never. */
  withdrawnAt: v.nullable(Instant),
});
export type ConsentOfContact = v.InferOutput<typeof ConsentOfContact>;

import * as v from "valibot";
import { Instant, PathId } from "#platform/http/contract.ts";

/** Longest text a connection tells about people's data. */
export const MAX_CONSENT_TEXT = 1000;

/** What a connection tells new contacts before it answers by itself. */
export const ConsentText = v.object({
  connectionId: v.number(),
  connection: v.string(),
  /** 0: nothing was ever told. */
  version: v.number(),
  /** "": nothing is told. */
  text: v.string(),
  updatedAt: v.nullable(Instant),
  /** People who were told this version. */
  told: v.number(),
});
export type ConsentText = v.InferOutput<typeof ConsentText>;

export const ConsentPath = v.object({ connectionId: PathId });
export const SaveConsentTextBody = v.object({
  text: v.pipe(v.string(), v.trim(), v.maxLength(MAX_CONSENT_TEXT)),
  /** Also those who were told an earlier version hear the new one, once. */
  tellAgain: v.optional(v.boolean(), false),
});
export type SaveConsentTextBody = v.InferOutput<typeof SaveConsentTextBody>;

/** What a person was told, for the drawer of the contact. */
export const ConsentOfContact = v.object({
  id: v.number(),
  connection: v.string(),
  version: v.number(),
  text: v.string(),
  toldAt: Instant,
  /** Since when they do not want to hear of us; null = they never said so. */
  withdrawnAt: v.nullable(Instant),
});
export type ConsentOfContact = v.InferOutput<typeof ConsentOfContact>;

import * as v from "valibot";
import { ConnectionStatus } from "#channels/connections/contract.ts";

import { Instant, ShortText } from "#platform/http/contract.ts";

/** Steps of a link whose account requires a passkey, in their order (docs/rules/linking.md#steps). */
export const PASSKEY_STEPS = [
  "passkey_required",
  "passkey_answered",
  "passkey_confirm",
  "passkey_confirmed",
] as const;
export type PasskeyStep = (typeof PASSKEY_STEPS)[number];

/** True for a `statusReason` that is such a step. */
export const isPasskeyStep = (reason: string | null): boolean =>
  PASSKEY_STEPS.some((step) => step === reason);

/** `GET /whatsappsession/{id}/passkey` (docs/rules/linking.md#calls); all null while no passkey is required. */
export const PasskeyAnswer = v.object({
  step: v.nullable(v.picklist(PASSKEY_STEPS)),
  /** `PublicKeyCredentialRequestOptionsJSON`, for the page of web.whatsapp.com. */
  options: v.nullable(v.record(v.string(), v.unknown())),
  expiresAt: v.nullable(Instant),
  /** The phone must show the same code; only at `passkey_confirm`. */
  code: v.nullable(v.string()),
  /** Where to get the extension that signs: a store page, or the zip of this installation. */
  extensionUrl: v.string(),
});
export type PasskeyAnswer = v.InferOutput<typeof PasskeyAnswer>;

const Base64Url = (max: number) => v.pipe(v.string(), v.maxLength(max), v.regex(/^[A-Za-z0-9_-]+=*$/));
/**
 * What `PublicKeyCredential.toJSON()` returned; further fields are ignored. The fields together stay below 16 kB
 * (docs/rules/linking.md#limits).
 */
export const PasskeyBody = v.object({
  assertion: v.object({
    id: Base64Url(1400),
    rawId: Base64Url(1400),
    type: v.pipe(v.string(), v.maxLength(20)),
    response: v.object({
      clientDataJSON: Base64Url(2000),
      authenticatorData: Base64Url(1500),
      signature: Base64Url(700),
      userHandle: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100), v.regex(/^[A-Za-z0-9_-]*=*$/)))),
    }),
  }),
});
export type PasskeyBody = v.InferOutput<typeof PasskeyBody>;

/** `POST /whatsappsession/{id}/owner-link`; a path without origin where the installation has no public address. */
export const OwnerLinkAnswer = v.object({ url: v.string(), expiresAt: Instant });
export type OwnerLinkAnswer = v.InferOutput<typeof OwnerLinkAnswer>;

export const LinkParams = v.object({ token: v.pipe(ShortText, v.regex(/^[A-Za-z0-9_-]{43}$/)) });

/** All that the page of an owner link shows (docs/rules/linking.md#owner-link). */
export const PublicLinkAnswer = v.object({
  company: v.string(),
  connection: v.string(),
  status: ConnectionStatus,
  statusReason: v.nullable(v.string()),
  qrcode: v.string(),
  retries: v.number(),
  expiresAt: Instant,
  passkey: PasskeyAnswer,
});
export type PublicLinkAnswer = v.InferOutput<typeof PublicLinkAnswer>;

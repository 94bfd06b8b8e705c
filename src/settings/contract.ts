import * as v from "valibot";

export const SettingAnswer = v.object({ key: v.string(), value: v.string() });
export type SettingAnswer = v.InferOutput<typeof SettingAnswer>;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/;
const PRIVATE_KEY = /-----BEGIN (RSA |EC )?PRIVATE KEY-----[\s\S]+?-----END \1PRIVATE KEY-----/;

/** Whether a text holds what a gateway signs in with: a certificate and its key, not locked, as PEM. */
export const isPemPair = (text: string): boolean => CERTIFICATE.test(text) && PRIVATE_KEY.test(text);

export const SettingBody = v.object({
  key: v.optional(v.string()),
  value: v.pipe(v.string(), v.maxLength(20_000)),
});

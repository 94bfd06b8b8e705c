import * as v from "valibot";
import { ShortText } from "#platform/http/contract.ts";

export const SettingAnswer = v.object({ key: v.string(), value: v.string() });
export type SettingAnswer = v.InferOutput<typeof SettingAnswer>;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/;
const PRIVATE_KEY = /-----BEGIN (RSA |EC )?PRIVATE KEY-----[\s\S]+?-----END \1PRIVATE KEY-----/;

/** Whether a text is what a gateway requires: a certificate and its unencrypted private key as PEM. */
export const isPemPair = (text: string): boolean => CERTIFICATE.test(text) && PRIVATE_KEY.test(text);

/** Maximum length of a `.p12` file in base64, characters; a file with a chain has less than 10 kB. */
const MAX_P12 = 40_000;
/** A `.p12` or `.pfx` file in base64, with its password, which may be empty. */
export const Pkcs12Body = v.object({
  file: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_P12), v.base64()),
  password: v.pipe(v.string(), v.maxLength(200)),
});
export type Pkcs12Body = v.InferOutput<typeof Pkcs12Body>;

export const SettingBody = v.object({
  key: v.optional(ShortText),
  value: v.pipe(v.string(), v.maxLength(20_000)),
});

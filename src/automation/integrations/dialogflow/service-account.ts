import { createPrivateKey, sign } from "node:crypto";
import { createJWTSignatureMessage, encodeJWT } from "@oslojs/jwt";
import * as v from "valibot";
import { readObject } from "#automation/integrations/crud/json-content.ts";

const Account = v.object({
  client_email: v.pipe(v.string(), v.minLength(1)),
  private_key: v.pipe(v.string(), v.minLength(1)),
  private_key_id: v.optional(v.string()),
  token_uri: v.optional(v.pipe(v.string(), v.url()), "https://oauth2.googleapis.com/token"),
});
export type ServiceAccount = v.InferOutput<typeof Account>;

/** Parses a JSON key file; undefined when it is invalid. */
export function serviceAccountOf(text: string): ServiceAccount | undefined {
  const parsed = v.safeParse(Account, readObject(text));
  return parsed.success ? parsed.output : undefined;
}

const SCOPE = "https://www.googleapis.com/auth/dialogflow";
const HOUR_S = 3600;

/** The signed assertion for an access token (RFC 7523). Throws for an invalid key. */
export function assertionOf(account: ServiceAccount, nowMs: number): string {
  const iat = Math.floor(nowMs / 1000);
  const header = JSON.stringify({
    alg: "RS256",
    typ: "JWT",
    ...(account.private_key_id && { kid: account.private_key_id }),
  });
  const claims = JSON.stringify({
    iss: account.client_email,
    scope: SCOPE,
    aud: account.token_uri,
    iat,
    exp: iat + HOUR_S,
  });
  const key = createPrivateKey(account.private_key);
  return encodeJWT(header, claims, sign("RSA-SHA256", createJWTSignatureMessage(header, claims), key));
}

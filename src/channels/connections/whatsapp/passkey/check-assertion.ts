import { createHash } from "node:crypto";
import type { PasskeyAssertion } from "#channels/connections/provider/passkey.ts";

const ORIGIN = "https://web.whatsapp.com";
const RP_ID_HASH = createHash("sha256").update("whatsapp.com").digest();
const RP_ID_HASH_BYTES = 32;
const USER_VERIFIED = 0x04;
/** Hash of the relying party, flags and counter. */
const LEAST_AUTH_DATA_BYTES = 37;

const decode = (text: string): Buffer => Buffer.from(text, "base64url");

/**
 * The part of an assertion that does not answer this request; null when it does. The network verifies the signature;
 * this check prevents that malformed queries are sent (docs/rules/linking.md#checks).
 */
export function faultOf(assertion: PasskeyAssertion, challenge: string): string | null {
  const { rawId, type, response } = assertion;
  if (type !== "public-key") return "type";
  if (decode(rawId).length === 0 || assertion.id !== rawId) return "rawId";
  if (decode(response.signature).length === 0) return "signature";
  return faultOfClientData(decode(response.clientDataJSON), challenge) ?? faultOfAuthData(response);
}

function faultOfClientData(bytes: Buffer, challenge: string): string | null {
  let client: unknown;
  try {
    client = JSON.parse(bytes.toString("utf8"));
  } catch {
    return "clientDataJSON";
  }
  if (typeof client !== "object" || client === null) return "clientDataJSON";
  const { type, challenge: signed, origin } = client as Readonly<Record<string, unknown>>;
  if (type !== "webauthn.get") return "clientDataJSON";
  if (typeof signed !== "string" || !decode(signed).equals(decode(challenge))) return "challenge";
  return origin === ORIGIN ? null : "origin";
}

function faultOfAuthData({ authenticatorData }: PasskeyAssertion["response"]): string | null {
  const bytes = decode(authenticatorData);
  if (bytes.length < LEAST_AUTH_DATA_BYTES) return "authenticatorData";
  if (!bytes.subarray(0, RP_ID_HASH_BYTES).equals(RP_ID_HASH)) return "rpId";
  return (bytes[RP_ID_HASH_BYTES] ?? 0) & USER_VERIFIED ? null : "userVerification";
}

import { createPublicKey, verify } from "node:crypto";

/** Maximum lifetime of a signature (RFC 8292), s. */
const LONGEST_S = 86_400;

/** Why a VAPID signature is rejected (RFC 8292); null = valid. */
export function vapidRefusal(
  authorization: string | null,
  wanted: { readonly audience: string; readonly key: string },
): string | null {
  const [, token = "", key = ""] = /^vapid t=([^,\s]+),\s*k=(\S+)$/.exec(authorization ?? "") ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  if (key !== wanted.key) return "not the key this device subscribed with";
  const point = Buffer.from(key, "base64url");
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33) };
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) return "a wrong signature";
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
  const left = Number(claims["exp"]) - Date.now() / 1000;
  if (!(left > 0 && left <= LONGEST_S)) return "a signature that has run out, or lives too long";
  if (claims["aud"] !== wanted.audience) return "signed for another push service";
  return /^(?:mailto:|https:)/.test(String(claims["sub"])) ? null : "nobody to write to";
}

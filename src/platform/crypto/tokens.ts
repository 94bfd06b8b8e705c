import { createHmac } from "node:crypto";
import { constantTimeEqual } from "@oslojs/crypto/subtle";
import { createJWTSignatureMessage, encodeJWT, parseJWT } from "@oslojs/jwt";

export type TokenFault = "invalid" | "expired";

/** Signs and reads the short-lived access tokens (HS256 only). */
export interface Tokens {
  /** Signs `claims` in a token that expires `ttlMs` after `nowMs`. */
  sign(claims: Readonly<Record<string, unknown>>, nowMs: number, ttlMs: number): string;
  /** The claims, or why the token is rejected. Any other algorithm, key or shape is `invalid`. */
  read(
    token: string,
    nowMs: number,
  ): { readonly claims: Readonly<Record<string, unknown>> } | { readonly fault: TokenFault };
}

/** Tokens whose signature was already verified; the cache is cleared at this size. */
const MAX_REMEMBERED = 5000;

type Claims = Readonly<Record<string, unknown>>;

const HEADER = JSON.stringify({ alg: "HS256", typ: "JWT" });

export function createTokens(key: Uint8Array): Tokens {
  // node:crypto, because unauthenticated clients can trigger signature checks: oslo takes 34 µs, node:crypto 4 µs.
  const mac = (message: Uint8Array) => new Uint8Array(createHmac("sha256", key).update(message).digest());
  // Keyed by the whole token, so that only the same token with the same signature is found.
  const verified = new Map<string, { readonly claims: Claims; readonly expiresAt: number }>();
  const remember = (token: string, claims: Claims, expiresAt: number) => {
    if (verified.size >= MAX_REMEMBERED) verified.clear();
    verified.set(token, { claims, expiresAt });
  };
  return {
    sign(claims, nowMs, ttlMs) {
      const payload = JSON.stringify({
        ...claims,
        iat: Math.floor(nowMs / 1000),
        exp: Math.ceil((nowMs + ttlMs) / 1000),
      });
      const signature = mac(createJWTSignatureMessage(HEADER, payload));
      return encodeJWT(HEADER, payload, signature);
    },
    read(token, nowMs) {
      const known = verified.get(token);
      if (known) return known.expiresAt <= nowMs ? { fault: "expired" } : { claims: known.claims };
      try {
        const [header, payload, signature, message] = parseJWT(token);
        const { alg } = header as { alg?: unknown };
        const claims = payload as Record<string, unknown>;
        const expected = mac(message);
        if (alg !== "HS256" || !constantTimeEqual(signature, expected)) return { fault: "invalid" };
        const { exp } = claims;
        if (typeof exp !== "number") return { fault: "invalid" };
        if (exp * 1000 <= nowMs) return { fault: "expired" };
        remember(token, claims, exp * 1000);
        return { claims };
      } catch {
        return { fault: "invalid" };
      }
    },
  };
}

import type { Secrets } from "#platform/crypto/secrets.ts";
import { createTokens, type TokenFault, type Tokens } from "#platform/crypto/tokens.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Lifetime of an access token, ms (docs/rules/users.md#tokens). */
const ACCESS_TTL_MS = 15 * 60_000;
/** Lifetime of a billing token, ms (docs/rules/users.md#tokens). */
const BILLING_TTL_MS = 30 * 60_000;

/** Lifetime of a support session and its token, which is never renewed, ms. */
export const SUPPORT_TTL_MS = 60 * 60_000;

/** Session id in billing tokens, which belong to no session. */
export const BILLING_SESSION = 0;

interface AccessClaims {
  readonly companyId: number;
  readonly userId: number;
  /** `BILLING_SESSION` for billing tokens. */
  readonly sessionId: number;
  readonly billing: boolean;
  /** Whether this is a support session of the provider. */
  readonly support?: boolean;
  /**
   * Whether the user was a super user when the token was signed. It only decides which cell answers (docs/rules/cells.md#requests);
   * the rights are read from the rows.
   */
  readonly super?: boolean;
}

export interface AccessTokens {
  sign(claims: AccessClaims & { readonly role: string }, nowMs: number): string;
  read(token: string, nowMs: number): AccessClaims | TokenFault;
}

/**
 * A token that gives access only to the invoices of this user's company (docs/rules/users.md#tokens,
 * docs/rules/sign-up.md).
 */
export const billingToken = ({ installation, clock, id }: Tenant, userId: number): string =>
  accessTokens(installation).sign(
    { companyId: id, userId, sessionId: BILLING_SESSION, billing: true, role: "billing" },
    clock.now(),
  );

/** One instance per installation, because it remembers the tokens that it verified. */
const known = new WeakMap<Pick<Secrets, "key">, AccessTokens>();

/** Signs and verifies the access tokens of users. */
export function accessTokens({ secrets }: { readonly secrets: Pick<Secrets, "key"> }): AccessTokens {
  let tokens = known.get(secrets);
  if (!tokens) {
    tokens = createAccessTokens(createTokens(secrets.key("access-token")));
    known.set(secrets, tokens);
  }
  return tokens;
}

function createAccessTokens(tokens: Tokens): AccessTokens {
  return {
    sign({ companyId, userId, sessionId, billing, support, super: isSuper, role }, nowMs) {
      const claims = {
        ...{ company: companyId, user: userId, session: sessionId, role },
        ...(isSuper && { super: true }),
      };
      if (support) return tokens.sign({ ...claims, scope: "support" }, nowMs, SUPPORT_TTL_MS);
      return billing
        ? tokens.sign({ ...claims, scope: "billing" }, nowMs, BILLING_TTL_MS)
        : tokens.sign(claims, nowMs, ACCESS_TTL_MS);
    },
    read(token, nowMs) {
      const result = tokens.read(token, nowMs);
      if ("fault" in result) return result.fault;
      const { company, user, session, scope, super: isSuper } = result.claims;
      if (typeof company !== "number" || typeof user !== "number" || typeof session !== "number")
        return "invalid";
      return {
        companyId: company,
        userId: user,
        sessionId: session,
        billing: scope === "billing",
        support: scope === "support",
        super: isSuper === true,
      };
    },
  };
}

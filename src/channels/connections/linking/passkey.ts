import { installationSetting } from "#accounts/settings/index.ts";
import {
  noConnection,
  passkeyInvalid,
  passkeyRefused,
  wrongPasskeyState,
} from "#channels/connections/errors.ts";
import type { PasskeyAssertion, PasskeyResult, SessionKey } from "#channels/connections/provider.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { findConnection } from "#channels/connections/queries.ts";
import type { ConnectionRow } from "#channels/connections/schema.ts";
import { createRateLimit, type RateLimit } from "#platform/http/fairness/rate-limit.ts";
import type { Installation } from "#tenants/installation.ts";
import { isAdmin, type Tenant, type UserCtx } from "#tenants/tenant.ts";
import type { PasskeyAnswer } from "./contract.ts";

/** Where the build puts the extension (`bundle-extension.ts`). */
const EXTENSION_PATH = "/link-extension.zip";
/** Passkeys that may be sent to the network for one connection (docs/rules/linking.md#limits). */
const ATTEMPTS = 5;
const HOUR_MS = 3_600_000;

const limits = new WeakMap<Installation, RateLimit>();

function attemptsOf(installation: Installation): RateLimit {
  const known = limits.get(installation) ?? createRateLimit(installation.clock, ATTEMPTS, HOUR_MS);
  limits.set(installation, known);
  return known;
}

/** The connection, for admins; everybody else gets 404 ERR_NO_WAPP_FOUND, as for a connection that does not exist. */
export function connectionForLinking({ tenant, actor }: UserCtx, connectionId: number): ConnectionRow {
  const row = isAdmin(actor) ? findConnection(tenant.db, connectionId) : undefined;
  if (!row) throw noConnection();
  return row;
}

const keyOf = (tenant: Tenant, connectionId: number): SessionKey => ({ companyId: tenant.id, connectionId });

/** The passkey step of a connection. Call it only after `connectionForLinking` or a valid link token. */
export async function passkeyOf(tenant: Tenant, connectionId: number): Promise<PasskeyAnswer> {
  const { installation } = tenant;
  const state = await installation.ports.use(ProviderPort).passkey?.(keyOf(tenant, connectionId));
  return {
    step: state?.step ?? null,
    options: state?.options ?? null,
    expiresAt: state ? new Date(state.expiresAt).toISOString() : null,
    code: state?.code ?? null,
    extensionUrl: installationSetting(installation, "linkExtensionUrl") || EXTENSION_PATH,
  };
}

/**
 * Sends the assertion that the authenticator signed. Call it only after `connectionForLinking` or a valid link token.
 * Throws 400 ERR_PASSKEY_INVALID, 409 ERR_PASSKEY_STATE, 429 ERR_RATE_LIMIT, 502 ERR_PASSKEY_REFUSED.
 */
export async function sendPasskey(
  tenant: Tenant,
  connectionId: number,
  assertion: PasskeyAssertion,
): Promise<PasskeyAnswer> {
  const { installation } = tenant;
  const attempts = attemptsOf(installation);
  const name = `${tenant.id}:${connectionId}`;
  attempts.peek(name);
  const result = await installation.ports
    .use(ProviderPort)
    .answerPasskey?.(keyOf(tenant, connectionId), assertion);
  // Only assertions that were sent to the network count against the limit.
  if (result?.state === "accepted" || result?.state === "refused") attempts.take(name);
  throwUnlessAccepted(result);
  return passkeyOf(tenant, connectionId);
}

/** A person confirms that phone and screen show the same code. Throws 409 ERR_PASSKEY_STATE, 502 ERR_PASSKEY_REFUSED. */
export async function confirmPasskeyCode(tenant: Tenant, connectionId: number): Promise<PasskeyAnswer> {
  const result = await tenant.installation.ports
    .use(ProviderPort)
    .confirmPasskey?.(keyOf(tenant, connectionId));
  throwUnlessAccepted(result);
  return passkeyOf(tenant, connectionId);
}

function throwUnlessAccepted(result: PasskeyResult | undefined): void {
  switch (result?.state) {
    case "accepted":
      return;
    case "invalid":
      throw passkeyInvalid(result.field);
    case "refused":
      throw passkeyRefused(result.code);
    default:
      throw wrongPasskeyState();
  }
}

import { HOME_CELL } from "#platform/cells.ts";
import { AppError, noPermission } from "#platform/errors.ts";
import type { KeyOfRequest } from "#platform/http/cells/cell-rule.ts";
import { createRateLimit, noLimit, type RateLimit } from "#platform/http/fairness/rate-limit.ts";
import { sha256 } from "#platform/ids.ts";
import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";

const API_KEY = /^blc(?:[1-9]\d{0,2})?_/;

/** Whether a bearer token is an API key of a company, and not an access token or a connection token. */
export const isApiKey = (token: string): boolean => API_KEY.test(token);

/** What the API keys that a cell makes begin with (docs/rules/cells.md#api-keys). */
export const apiKeyPrefix = (cell: number): string => (cell === HOME_CELL ? "blc_" : `blc${cell}_`);

/** Calls per key and minute. */
const PER_MINUTE = 600;

/** The entry of an API key in the directory. Its prefix names the cell that made it: `blc2_`; without a number the home cell. */
export const directoryKeyOf = (apiKey: string): KeyOfRequest => ({
  kind: "api-key",
  value: sha256(apiKey),
  hint: Number(/^blc(\d{1,3})_/.exec(apiKey)?.[1] ?? HOME_CELL),
});

/** The company and the scopes of an API key. */
export interface KeyCaller {
  readonly tenant: Tenant;
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Finds the company and scopes of a key; undefined for an unknown key. */
export const ApiKeysPort =
  definePort<(installation: Installation, key: string) => KeyCaller | undefined>("api keys");

const limits = new WeakMap<Installation, RateLimit>();
function limitOf(installation: Installation): RateLimit {
  let limit = limits.get(installation);
  if (!limit) {
    limit = installation.config.rateLimits
      ? createRateLimit(installation.clock, PER_MINUTE, 60_000)
      : noLimit;
    limits.set(installation, limit);
  }
  return limit;
}

/**
 * Verifies an API key for a route with this scope; a route without a scope is refused. Throws 401
 * ERR_INVALID_API_TOKEN, 403 ERR_NO_PERMISSION, 429 ERR_RATE_LIMIT.
 */
export function callerOfKey(installation: Installation, key: string, scope: string | undefined): KeyCaller {
  const caller = installation.ports.use(ApiKeysPort)(installation, key);
  if (!caller) throw new AppError(401, "ERR_INVALID_API_TOKEN");
  caller.tenant.noteActivity();
  limitOf(installation).take(`${caller.tenant.id}:${caller.id}`);
  if (scope === undefined || !caller.scopes.includes(scope)) throw noPermission();
  return caller;
}

/**
 * The context of a request with an API key. It sees what an admin sees, limited by its scopes, and has no session and
 * no user.
 */
export const ctxOfKey = ({ tenant, name }: KeyCaller): UserCtx => ({
  tenant,
  actor: {
    type: "user",
    id: 0,
    name,
    profile: "admin",
    super: false,
    queueIds: [],
    sessionId: 0,
    connectionId: null,
    allTicket: false,
    signMessages: false,
    billingOnly: false,
  },
});

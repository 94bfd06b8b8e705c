import { bearerOf, callerOfKey, directoryKeyOf, isApiKey } from "#accounts/auth/index.ts";
import { mayWork, planFeature, subscriptionExpired } from "#accounts/companies/index.ts";
import {
  type ConnectionRow,
  findConnection,
  noConnection,
  noteShownToken,
  noUsableConnection,
  tokenKey,
} from "#channels/connections/index.ts";
import type { Clock } from "#platform/clock.ts";
import { queryOne } from "#platform/db/query.ts";
import { AppError } from "#platform/errors.ts";
import type { CellByRequest } from "#platform/http/cells/cell-rule.ts";
import { createAddressLimit, type RateLimit } from "#platform/http/fairness/rate-limit.ts";
import { validate } from "#platform/http/validate.ts";
import { sha256 } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { ChosenConnection } from "./contract.ts";
import { invalidToken } from "./errors.ts";
import * as sql from "./public-api.sql.ts";

/** A caller of the send API, identified by a connection token or an API key of the company. */
export interface TokenCaller {
  readonly tenant: Tenant;
  readonly connection: ConnectionRow;
}

/**
 * The caller of `Authorization: Bearer {connection token}` (docs/rules/send-api.md#checks), or of an API key with the
 * scope `messages:send`. Read from the header only; only the hash is stored. Throws 401 ERR_INVALID_API_TOKEN, 402
 * ERR_SUBSCRIPTION_EXPIRED, 403 ERR_PLAN_FEATURE; for an API key also 403 ERR_NO_PERMISSION, 404 ERR_NO_WAPP_FOUND,
 * 400 ERR_NO_DEF_WAPP_FOUND, 429 ERR_RATE_LIMIT.
 */
export function callerOf(installation: Installation, request: Request): TokenCaller {
  const token = bearerOf(request);
  if (token === undefined || token === "") throw invalidToken();
  if (isApiKey(token)) {
    const { tenant } = callerOfKey(installation, token, "messages:send");
    checkCompany(tenant);
    return { tenant, connection: chosenConnection(tenant, request) };
  }
  const hash = sha256(token);
  const owner = queryOne(installation.system, sql.ownerOf, { hash });
  if (!owner) throw invalidToken();
  const tenant = installation.tenants.open(owner.companyId);
  tenant.noteActivity();
  const connection = findConnection(tenant.db, owner.connectionId);
  // The installation's index may be ahead of the company's row.
  if (connection?.tokenHash !== hash) throw invalidToken();
  checkCompany(tenant);
  noteShownToken(tenant, connection, token);
  return { tenant, connection };
}

/** The cell of the bearer token: a connection token, or an API key. */
export const cellOfSender: CellByRequest = {
  by: "token",
  of({ request }) {
    const token = bearerOf(request);
    if (!token) return null;
    if (isApiKey(token)) return directoryKeyOf(token);
    return tokenKey(sha256(token));
  },
};

function checkCompany(tenant: Tenant): void {
  if (!mayWork(tenant)) throw subscriptionExpired();
  if (!tenant.company.plan.useExternalApi) throw planFeature("useExternalApi");
}

/** The connection in the query, otherwise the default one, online or not: repeated calls use the same connection. */
function chosenConnection({ db }: Tenant, request: Request): ConnectionRow {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { whatsappId } = validate(ChosenConnection, query);
  const id = whatsappId ?? queryOne(db, sql.defaultConnection)?.id;
  const found = id === undefined ? undefined : findConnection(db, id);
  if (!found) throw whatsappId === undefined ? noUsableConnection() : noConnection();
  return found;
}

const MINUTE_MS = 60_000;

interface Allowance {
  /** Rate limit headers (docs/rules/send-api.md#checks); none when the connection has no limit. */
  readonly headers: Readonly<Record<string, string>>;
  /** Set when the limit is reached. */
  readonly refusal: AppError | undefined;
}

export interface SendRate {
  take(caller: TokenCaller): Allowance;
}

/**
 * Counts calls per connection in windows of a minute that begin with the first call. In memory: a restart resets
 * them.
 */
export function createSendRate(clock: Clock): SendRate {
  const windows = new Map<string, { count: number; endsAt: number }>();
  return {
    take({ tenant, connection: { id, apiRatePerMinute: limit } }) {
      if (limit === 0) return { headers: {}, refusal: undefined };
      const now = clock.now();
      const key = `${tenant.id}:${id}`;
      let window = windows.get(key);
      if (!window || window.endsAt <= now) {
        window = { count: 0, endsAt: now + MINUTE_MS };
        windows.set(key, window);
      }
      const full = window.count >= limit;
      if (!full) window.count += 1;
      const waitSeconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000));
      return {
        headers: {
          "x-ratelimit-limit": String(limit),
          "x-ratelimit-remaining": String(limit - window.count),
          "x-ratelimit-reset": String(waitSeconds),
        },
        refusal: full ? new AppError(429, "ERR_RATE_LIMIT", { retryAfterSeconds: waitSeconds }) : undefined,
      };
    },
  };
}

/** Maximum number of wrong tokens per address and minute, against guessing tokens that people chose. */
const MAX_WRONG_TOKENS = 30;

const limits = new WeakMap<Installation, RateLimit>();
function limitOf(installation: Installation): RateLimit {
  let limit = limits.get(installation);
  if (!limit) {
    limit = createAddressLimit(installation.clock, MAX_WRONG_TOKENS, MINUTE_MS);
    limits.set(installation, limit);
  }
  return limit;
}

/**
 * Authenticates a caller; after too many wrong tokens of an address the token is not checked. Throws 429
 * ERR_RATE_LIMIT.
 */
export function throttled<Caller>(installation: Installation, ip: string, find: () => Caller): Caller {
  const limit = limitOf(installation);
  limit.peek(ip);
  try {
    return find();
  } catch (error) {
    if (error instanceof AppError && error.code === "ERR_INVALID_API_TOKEN") limit.take(ip);
    throw error;
  }
}

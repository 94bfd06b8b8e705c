import { findConnection, notSupported, requireConnection } from "#channels/connections/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { alreadyRunning, notConnected, restricted, tooSoon } from "./errors.ts";
import { chatsLeft, createRun, startOfTomorrow } from "./plan.ts";
import { LIMITS } from "./policy.ts";
import { isHeld, RunnerPort } from "./runner.ts";
import * as sql from "./runs.sql.ts";

/**
 * `POST /whatsapp/{id}/reconciliation`: starts a comparison, once an hour (docs/rules/reconciliation.md#budget). Throws
 * 404 ERR_NO_WAPP_FOUND, 400 ERR_NOT_SUPPORTED, 400 ERR_WAPP_NOT_INITIALIZED, 409 ERR_RECONCILIATION_RUNNING, 409
 * ERR_RECONCILIATION_HELD, 429 ERR_RATE_LIMIT.
 */
export function checkNow({ tenant }: UserCtx, connectionId: number): void {
  const { channel, provider, status } = requireConnection(tenant.db, connectionId);
  if (channel !== "whatsapp" || provider === "cloud") throw notSupported();
  if (status !== "CONNECTED") throw notConnected();
  if (queryOne(tenant.db, sql.openRunOf, { connectionId })) throw alreadyRunning();
  const now = tenant.clock.now();
  const allowedAt = checkAllowedAt(tenant, connectionId);
  if (allowedAt > now) throw tooSoon(allowedAt);
  // The phone of a restricted number gets no requests until the restriction ends.
  if (isHeld(tenant, connectionId)) throw restricted();
  tenant.write((unit) => createRun(unit, connectionId, "manual", unit.now));
  tenant.installation.ports.use(RunnerPort).start(tenant);
}

/**
 * Returns when a check by hand is allowed, ms: an hour after the last check, a day after the number was linked, and on the next day
 * when today's budget of chats is used up.
 */
export function checkAllowedAt(tenant: UserCtx["tenant"], connectionId: number): number {
  const { db, clock } = tenant;
  const last = queryOne(db, sql.lastOfCause, { connectionId, cause: "manual" })?.at ?? null;
  const linkedAt = findConnection(db, connectionId)?.linkedAt ?? clock.now();
  return Math.max(
    last === null ? 0 : last + LIMITS.manualEveryMs,
    linkedAt + LIMITS.linkedForMs,
    chatsLeft(tenant, connectionId, true) === 0 ? startOfTomorrow(tenant) : 0,
  );
}

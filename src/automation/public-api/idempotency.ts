import { execute, queryOne } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import { sha256 } from "#platform/ids.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import type { TokenCaller } from "./caller.ts";
import { MAX_KEY, type SendThroughApiBody, type SentThroughApi } from "./contract.ts";
import { keyInProgress, keyMismatch } from "./errors.ts";
import * as sql from "./public-api.sql.ts";

/** Keys are valid for seven days (docs/rules/send-api.md#idempotency). */
export const KEY_KEPT_MS = 7 * 24 * 60 * 60_000;

/** The idempotency key of a call; null without one. Throws 400 ERR_VALIDATION. */
export function keyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key")?.trim();
  if (key === undefined || key === "") return null;
  if (key.length > MAX_KEY) throw invalidFields({ "Idempotency-Key": "too_long" });
  return key;
}

/** The content by which two calls with one key are compared. */
export const hashOfCall = (body: SendThroughApiBody, files: readonly (string | null)[]): string =>
  sha256(
    JSON.stringify([body.number, body.body, body.closeTicket, body.openTicket, body.quotedMsgId, files]),
  );

/**
 * The response of the first call with this key; undefined for a first call. Throws 409 ERR_IDEMPOTENCY_MISMATCH when
 * that call had other content.
 */
export function earlierAnswer(
  { tenant, connection }: TokenCaller,
  key: string | null,
  hash: string,
): SentThroughApi | undefined {
  if (key === null) return undefined;
  const known = queryOne(tenant.db, sql.find, { connectionId: connection.id, key });
  if (!known || tenant.clock.now() - known.createdAt > KEY_KEPT_MS) return undefined;
  if (known.hash !== hash) throw keyMismatch();
  return JSON.parse(known.answer) as SentThroughApi;
}

/** Stores the response of a call, in the transaction that performs it. */
export function storeAnswer(
  unit: TenantUnit,
  connectionId: number,
  key: string | null,
  hash: string,
  answer: SentThroughApi,
): void {
  if (key !== null)
    execute(unit.db, sql.save, { connectionId, key, hash, answer: JSON.stringify(answer), now: unit.now });
}

/**
 * Calls in progress, by company, connection and key. Kept in memory only, because a call interrupted by a crash has had no
 * effect.
 */
const running = new Set<string>();

/** Runs a call unless one with the same key is running. Throws 409 ERR_IDEMPOTENCY_IN_PROGRESS. */
export async function oneAtATime<T>(
  { tenant, connection }: TokenCaller,
  key: string | null,
  work: () => Promise<T>,
): Promise<T> {
  if (key === null) return work();
  const name = `${tenant.directory}:${connection.id}:${key}`;
  if (running.has(name)) throw keyInProgress();
  running.add(name);
  try {
    return await work();
  } finally {
    running.delete(name);
  }
}

const BATCH = 2000;

/** Deletes expired idempotency keys (docs/rules/jobs.md#periods, clean-up). */
export const apiCleanUp = defineJob<Installation>({
  name: "api_call_clean_up",
  every: "0 0 3 * * *",
  async run({ tenants, clock, log }) {
    for (const tenant of tenants.openTenants()) {
      try {
        while (
          execute(tenant.db, sql.deleteOld, { before: clock.now() - KEY_KEPT_MS, limit: BATCH }).changes ===
          BATCH
        )
          await yieldToEventLoop(tenant);
      } catch (error) {
        log.error(
          { company: tenant.id, err: error },
          "expired idempotency keys of the send API not deleted; retried the next night",
        );
      }
    }
  },
});

import { one, run } from "#platform/db/database.ts";
import { invalidFields } from "#platform/errors.ts";
import { sha256 } from "#platform/ids.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import type { TokenCaller } from "./caller.ts";
import { MAX_KEY, type SendThroughApiBody, type SentThroughApi } from "./contract.ts";
import { keyInProgress, keyMismatch } from "./errors.ts";

/** Keys count for seven days (docs/rules/send-api.md#idempotency). */
export const KEY_KEPT_MS = 7 * 24 * 60 * 60_000;

const KNOWN =
  "SELECT hash, answer, created_at AS createdAt FROM api_call WHERE connection_id = ? AND key = ?";
const KEEP = `INSERT INTO api_call (connection_id, key, hash, answer, created_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (connection_id, key) DO UPDATE SET hash = excluded.hash, answer = excluded.answer, created_at = excluded.created_at`;

/** The key a caller gave to a call; null without. Throws 400 ERR_VALIDATION. */
export function keyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key")?.trim();
  if (key === undefined || key === "") return null;
  if (key.length > MAX_KEY) throw invalidFields({ "Idempotency-Key": "too_long" });
  return key;
}

/** What makes two calls under one key the same. */
export const hashOfCall = (body: SendThroughApiBody, files: readonly (string | null)[]): string =>
  sha256(
    JSON.stringify([body.number, body.body, body.closeTicket, body.openTicket, body.quotedMsgId, files]),
  );

/**
 * The answer of the first call under this key; undefined for a first call. Throws 409 ERR_IDEMPOTENCY_MISMATCH when
 * that one asked something else.
 */
export function earlierAnswer(
  { tenant, connection }: TokenCaller,
  key: string | null,
  hash: string,
): SentThroughApi | undefined {
  if (key === null) return undefined;
  const known = one<{ hash: string; answer: string; createdAt: number }>(
    tenant.db,
    KNOWN,
    connection.id,
    key,
  );
  if (!known || tenant.clock.now() - known.createdAt > KEY_KEPT_MS) return undefined;
  if (known.hash !== hash) throw keyMismatch();
  return JSON.parse(known.answer) as SentThroughApi;
}

/** Keeps what a call is answered, in the transaction that did what it asked. */
export function keepAnswer(
  unit: TenantUnit,
  connectionId: number,
  key: string | null,
  hash: string,
  answer: SentThroughApi,
): void {
  if (key !== null) run(unit.db, KEEP, connectionId, key, hash, JSON.stringify(answer), unit.now);
}

/** Calls under way, by company, connection and key. Of this process alone: what a crash broke off was not done. */
const running = new Set<string>();

/** Runs a call unless the same one is under way. Throws 409 ERR_IDEMPOTENCY_IN_PROGRESS. */
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

import { type InboundEventRow, inboundEvent } from "#inbox/messages/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one, run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { BLOCKING_ATTEMPTS } from "./retry.ts";

const { columns, read } = rowReader(inboundEvent, "r");

// A row of the same lane that failed lately holds the ones behind it.
const DUE = `SELECT ${columns} FROM inbound_event r INDEXED BY inbound_event_open
  WHERE r.state = 'new' AND r.next_try_at <= ?1
  AND NOT EXISTS (SELECT 1 FROM inbound_event b WHERE b.state = 'new' AND b.connection_id = r.connection_id
    AND b.chat_key = r.chat_key AND b.id < r.id AND b.attempts BETWEEN 1 AND ${BLOCKING_ATTEMPTS})
  ORDER BY r.id LIMIT ?2`;
const FINISH = "UPDATE inbound_event SET state = ?, reason = ?, finished_at = ? WHERE id = ?";
const WAIT = "UPDATE inbound_event SET next_try_at = ?, reason = 'unknown_target' WHERE id = ?";
const FAIL = "UPDATE inbound_event SET attempts = ?, next_try_at = ?, reason = ? WHERE id = ?";
const WAKE = `UPDATE inbound_event SET next_try_at = 0
  WHERE state = 'new' AND connection_id = ? AND chat_key = ? AND reason = 'unknown_target'`;
const NEWER = `SELECT 1 FROM inbound_event WHERE state = 'new' AND connection_id = ? AND chat_key = ? AND id > ?
  AND kind = 'message' LIMIT 1`;
const NEXT = "SELECT min(next_try_at) AS at FROM inbound_event WHERE state = 'new'";

/** Rows whose turn it is, in the order they came; those of a waiting lane are left out. */
export const dueRows = (db: Db, nowMs: number, limit: number): InboundEventRow[] =>
  all(db, DUE, nowMs, limit).map(read);

/** When there is work again, ms; null = none. */
export const nextTryAt = (db: Db): number | null => one<{ at: number | null }>(db, NEXT)?.at ?? null;

export const finishRow = (
  unit: TenantUnit,
  id: number,
  state: "done" | "skipped" | "failed",
  reason: string | null,
): void => void run(unit.db, FINISH, state, reason, unit.now, id);

/** Keeps a row until `untilMs`, or until a message appears in its chat. */
export const deferRow = (unit: TenantUnit, id: number, untilMs: number): void =>
  void run(unit.db, WAIT, untilMs, id);

export const failRow = (
  unit: TenantUnit,
  id: number,
  failures: number,
  retryAtMs: number,
  reason: string,
): void => void run(unit.db, FAIL, failures, retryAtMs, reason, id);

/** A message appeared: what waited for it in this chat is looked at again. */
export const wakeWaiting = (unit: TenantUnit, connectionId: number, chatKey: string): void =>
  void run(unit.db, WAKE, connectionId, chatKey);

/**
 * True when the same chat has a message behind this row: bots answer the last one only
 * (docs/rules/inbound.md#journal-and-chat-order).
 */
export const hasNewerMessage = (
  db: Db,
  row: Pick<InboundEventRow, "connectionId" | "chatKey" | "id">,
): boolean => one(db, NEWER, row.connectionId, row.chatKey, row.id) !== undefined;

import type { InboundEventRow } from "#inbox/messages/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./queries.sql.ts";

/** Rows whose turn it is, in the order they came; those of a waiting lane are left out. */
export const dueRows = (db: Db, nowMs: number, limit: number): InboundEventRow[] =>
  queryAll(db, sql.due, { nextTryAt: nowMs, limit }).map(sql.read);

/** When there is work again, ms; null = none. */
export const nextTryAt = (db: Db): number | null => queryOne(db, sql.next)?.at ?? null;

export const finishRow = (
  unit: TenantUnit,
  id: number,
  state: "done" | "skipped" | "failed",
  reason: string | null,
): void => void execute(unit.db, sql.finish, { state, reason, finishedAt: unit.now, id });

/** Keeps a row until `untilMs`, or until a message appears in its chat. */
export const deferRow = (unit: TenantUnit, id: number, untilMs: number): void =>
  void execute(unit.db, sql.wait, { nextTryAt: untilMs, id });

export const failRow = (
  unit: TenantUnit,
  id: number,
  failures: number,
  retryAtMs: number,
  reason: string,
): void => void execute(unit.db, sql.fail, { attempts: failures, nextTryAt: retryAtMs, reason, id });

/** A message appeared: what waited for it in this chat is looked at again. */
export const wakeWaiting = (unit: TenantUnit, connectionId: number, chatKey: string): void =>
  void execute(unit.db, sql.wake, { connectionId, chatKey });

/**
 * True when the same chat has a message behind this row: bots answer the last one only
 * (docs/rules/inbound.md#journal-and-chat-order).
 */
export const hasNewerMessage = (
  db: Db,
  row: Pick<InboundEventRow, "connectionId" | "chatKey" | "id">,
): boolean =>
  queryOne(db, sql.newer, { connectionId: row.connectionId, chatKey: row.chatKey, id: row.id }) !== undefined;

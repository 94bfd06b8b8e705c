import type { InboundEventRow } from "#inbox/messages/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./queries.sql.ts";

/** Returns due rows in the order of arrival, without rows of chats that wait for a retry. */
export const dueRows = (db: Db, nowMs: number, limit: number): InboundEventRow[] =>
  queryAll(db, sql.due, { nextTryAt: nowMs, limit }).map(sql.read);

/** Time of the next due row, ms; null = none. */
export const nextTryAt = (db: Db): number | null => queryOne(db, sql.next)?.at ?? null;

export const finishRow = (
  unit: TenantUnit,
  id: number,
  state: "done" | "skipped" | "failed",
  reason: string | null,
): void => void execute(unit.db, sql.finish, { state, reason, finishedAt: unit.now, id });

/** Stores the data that the next steps of a stored message need; the row is due immediately. */
export const stageRow = (unit: TenantUnit, id: number, stage: string): void =>
  void execute(unit.db, sql.stage, { stage, id });

/** Defers a row until `untilMs`, or until a message appears in its chat. */
export const deferRow = (unit: TenantUnit, id: number, untilMs: number): void =>
  void execute(unit.db, sql.wait, { nextTryAt: untilMs, id });

export const failRow = (
  unit: TenantUnit,
  id: number,
  failures: number,
  retryAtMs: number,
  reason: string,
): void => void execute(unit.db, sql.fail, { attempts: failures, nextTryAt: retryAtMs, reason, id });

/** Makes those events of a chat due that wait for a message. */
export const wakeWaiting = (unit: TenantUnit, connectionId: number, chatKey: string): void =>
  void execute(unit.db, sql.wake, { connectionId, chatKey });

/**
 * Returns true when the chat has a later message: bots answer only the last one
 * (docs/rules/inbound.md#journal-and-chat-order).
 */
export const hasNewerMessage = (
  db: Db,
  row: Pick<InboundEventRow, "connectionId" | "chatKey" | "id">,
): boolean =>
  queryOne(db, sql.newer, { connectionId: row.connectionId, chatKey: row.chatKey, id: row.id }) !== undefined;

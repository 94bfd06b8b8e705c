import { holdsNewChats, openRestrictions } from "#channels/connections/index.ts";
import { cancel, showState } from "#inbox/messages/outbox/complete.ts";
import { OUTBOX_DUE } from "#inbox/messages/outbox/enqueue.ts";
import { outboxById } from "#inbox/messages/outbox/queries.ts";
import { BOT_MS, HELD_MS, isBot } from "#inbox/messages/outbox/retry.ts";
import type { HeldBy, OutboxRow } from "#inbox/messages/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./cold.sql.ts";
import { showQueued } from "./show-queued.ts";

/** Maximum number of held rows per connection. */
export const MAX_HELD = 1000;

/** The error shown on a held message (docs/rules/reach.md#held); null when it waits for a check of its number. */
export const errorOf = (heldBy: HeldBy): string | null => {
  if (heldBy === "number_check") return null;
  return heldBy === "new_chat_cap" || heldBy === "budget" ? "ERR_NEW_CHAT_CAP" : "ERR_NUMBER_RESTRICTED";
};

/** True while the contact has never written on the connection. */
export const isCold = (db: Db, row: Pick<OutboxRow, "connectionId" | "contactId">): boolean =>
  queryOne(db, sql.neverWrote, { connectionId: row.connectionId, contactId: row.contactId }) !== undefined;

/** The strongest restriction that prevents new chats; undefined = none. */
export const newChatRestriction = (db: Db, connectionId: number) =>
  openRestrictions(db, connectionId).find(({ effect }) => holdsNewChats(effect));

export const isNewChatHeld = (db: Db, connectionId: number): boolean =>
  newChatRestriction(db, connectionId) !== undefined;

/** Number of rows that wait for the end of a restriction or for the budget. */
export const countHeld = (db: Db, connectionId: number): number =>
  queryOne(db, sql.countHeld, { connectionId })?.n ?? 0;

/**
 * Connections with held rows, in memory, so that an inbound message on other connections does not search for rows to release. Filled
 * when the company is opened.
 */
export const holding = (tenant: Tenant): Set<number> =>
  tenant.cached(
    "connections-with-held-rows",
    () => new Set(queryAll(tenant.db, sql.connectionsWithHeld).map(({ id }) => id)),
  );

/**
 * Holds a row: it stays queued without counting an attempt, and waits until `untilMs` or, when absent, for the end of the
 * restriction (docs/rules/reach.md#held). A bot's message is cancelled when the connection already has the maximum number of held
 * rows.
 */
export function hold(
  unit: TenantUnit,
  row: OutboxRow,
  heldBy: HeldBy,
  { untilMs, isRefused = false }: { readonly untilMs?: number; readonly isRefused?: boolean } = {},
): void {
  if (isBot(row.source) && countHeld(unit.db, row.connectionId) >= MAX_HELD) {
    cancel(unit, row);
    return;
  }
  const refusals = row.refusals + (isRefused ? 1 : 0);
  const nextTryAt = untilMs ?? expiryOf(row);
  const error = isRefused ? errorOf(heldBy) : null;
  execute(unit.db, sql.hold, { id: row.id, heldBy, nextTryAt, refusals, error });
  const { tenant } = unit;
  holding(tenant).add(row.connectionId);
  unit.scheduleWake(OUTBOX_DUE, Math.min(nextTryAt, expiryOf(row)));
  showState(unit, row, "queued", errorOf(heldBy));
  tenant.log.debug({ connection: row.connectionId, outbox: row.id, heldBy }, "send held");
}

/** Holds rows for this reason: until a time, or until they expire. */
export function holdOn(
  unit: TenantUnit,
  rows: readonly sql.Held[],
  heldBy: HeldBy,
  untilMs: number | null = null,
): void {
  if (rows.length === 0) return;
  execute(unit.db, sql.holdOn, {
    ids: JSON.stringify(rows.map(({ id }) => id)),
    ...{ heldBy, untilMs, heldMs: HELD_MS + 1, botMs: BOT_MS + 1 },
  });
  showQueued(unit, rows, errorOf(heldBy));
  // Wakes the sweep now, so that it computes the time of its next run.
  unit.scheduleWake(OUTBOX_DUE, unit.now);
}

/** The restriction in force that blocks everything on the connection, for example a ban; undefined = none. */
const blockOf = (db: Db, connectionId: number) =>
  openRestrictions(db, connectionId).find(({ effect }) => effect === "everything");

/**
 * Holds the queued messages to cold contacts of a connection on which a restriction blocks all sending. A banned number is offline
 * and claims no rows; without the hold all of them would be sent together when it is connected again (docs/rules/reach.md#held).
 */
export function holdQueued(unit: TenantUnit, connectionId: number): void {
  const block = blockOf(unit.db, connectionId);
  if (!block) return;
  holding(unit.tenant).add(connectionId);
  holdOn(unit, queryAll(unit.db, sql.unheldCold, { connectionId }), block.kind);
}

/** Like `holdQueued`, for one row that was just queued. Returns whether it is held. */
export function holdWhileBlocked(unit: TenantUnit, outboxId: number): boolean {
  const row = outboxById(unit.db, outboxId);
  if (!row?.isCold || row.state !== "queued" || row.heldBy !== null) return false;
  const block = blockOf(unit.db, row.connectionId);
  if (block) hold(unit, row, block.kind);
  return block !== undefined;
}

const expiryOf = (row: Pick<OutboxRow, "createdAt" | "source">): number =>
  row.createdAt + (row.source === "bot" || row.source === "ai" ? BOT_MS : HELD_MS) + 1;

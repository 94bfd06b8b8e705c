import { timeZoneOf } from "#accounts/settings/index.ts";
import { ConnectionSaved } from "#channels/connections/events.ts";
import { type ConnectionRow, findConnection } from "#channels/connections/index.ts";
import { isCold, isNewChatHeld, type NewChats, releaseBudget } from "#inbox/messages/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { awaitAnswer } from "./answers.ts";
import * as sql from "./budget.sql.ts";
import { FIRST_CONTACTS_DUE } from "./clean-up.ts";
import { comingLimits, dayStart, isDaytime, nextMorning, ownLimitOn } from "./policy.ts";

type Reader = Pick<TenantUnit, "db" | "tenant" | "now">;

interface Pair {
  readonly connectionId: number;
  readonly contactId: number;
}

/** The company's own limit of new chats of a connection, and the part used today. */
export interface OwnBudget {
  /** Null = no limit. */
  readonly limit: number | null;
  readonly used: number;
  /** Limits of the next days; the last one applies from then on. Empty = no limit. */
  readonly coming: readonly number[];
  /** When messages that wait for the next day's budget are sent, ms. */
  readonly resetsAt: number;
}

export function ownBudget({ db, tenant, now }: Reader, connectionId: number): OwnBudget {
  const zone = timeZoneOf(tenant);
  const row = findConnection(db, connectionId);
  const since = dayStart(now, zone);
  // Only for linked numbers: the networks of official numbers have their own limits.
  const own = row && isLinked(row) ? row : null;
  return {
    limit: own && ownLimitOn(own, zone, now),
    coming: own ? comingLimits(own, zone, now) : [],
    used: queryOne(db, sql.countSince, { connectionId, since })?.n ?? 0,
    resetsAt: nextMorning(now, zone),
  };
}

const isLinked = ({ channel, provider }: ConnectionRow) => channel === "whatsapp" && provider !== "cloud";

/**
 * Number of new chats that may be started now: 0 while they are held, else the smaller remainder of the network's limit and the
 * company's own limit (docs/rules/reach.md#budget). Null = no limit.
 */
export function newChatsLeft(unit: Reader, connectionId: number): number | null {
  if (isNewChatHeld(unit.db, connectionId)) return 0;
  const { limit, used } = ownBudget(unit, connectionId);
  const own = limit === null ? null : Math.max(0, limit - used);
  const quota = queryOne(unit.db, sql.quotaLeft, { connectionId, now: unit.now })?.n ?? null;
  if (quota === null) return own;
  return Math.min(own ?? quota, Math.max(0, quota));
}

/**
 * True when a message would start a chat beyond the day's budget. False while new chats are held: the message waits, and counts
 * against the budget of the day on which it is sent.
 */
export function isBeyondBudget(unit: Reader, { connectionId, contactId }: Pair): boolean {
  const row = findConnection(unit.db, connectionId);
  if (!row || !isLinked(row) || isNewChatHeld(unit.db, connectionId)) return false;
  const pair = { connectionId, contactId };
  const since = dayStart(unit.now, timeZoneOf(unit.tenant));
  if (queryOne(unit.db, sql.isCounted, pair) || queryOne(unit.db, sql.isConfirmed, { ...pair, since }))
    return false;
  return (newChatsLeft(unit, connectionId) ?? 1) <= 0 && isCold(unit.db, pair);
}

/**
 * Stores that a person starts a chat beyond the budget, so that messages of that day need no further confirmation. The chat is
 * counted when its first message is sent, not when that message is cancelled before.
 */
export function confirmNewChat(unit: TenantUnit, { connectionId, contactId }: Pair): void {
  if (!isBeyondBudget(unit, { connectionId, contactId })) return;
  const confirmation = { at: unit.now, source: sql.CONFIRMED, textHash: "" };
  execute(unit.db, sql.insert, { connectionId, contactId, ...confirmation });
  scheduleCleanUp(unit);
}

const scheduleCleanUp = (unit: TenantUnit): void =>
  unit.scheduleWake(FIRST_CONTACTS_DUE, unit.now + 86_400_000);

/** Counts first messages to cold contacts, and makes automatic ones wait when the budget is used up. */
export const newChats: NewChats = {
  take(unit, row) {
    const { connectionId, contactId } = row;
    if (queryOne(unit.db, sql.isCounted, { connectionId, contactId })) return null;
    const isPerson = row.priority === 0;
    const left = isPerson ? null : newChatsLeft(unit, connectionId);
    if (left !== null && left <= 0) return nextMorning(unit.now, timeZoneOf(unit.tenant));
    execute(unit.db, sql.insert, {
      ...{ connectionId, contactId, at: unit.now },
      source: isPerson ? "person" : row.source,
      textHash: hashOfText(row.payload),
    });
    awaitAnswer(unit.tenant, connectionId);
    scheduleCleanUp(unit);
    return null;
  },
  needsConfirmation: isBeyondBudget,
  left: newChatsLeft,
  resetsAt: ({ tenant, now }) => nextMorning(now, timeZoneOf(tenant)),
};

/** Releases messages that wait for the budget when the limit is raised, except at night (docs/rules/reach.md#held). */
export const releaseWhenRaised = ({ bus }: Installation): void =>
  bus.within(ConnectionSaved, (unit, { connectionId, isBudgetRaised = false }) => {
    if (isBudgetRaised && isDaytime(unit.now, timeZoneOf(unit.tenant))) releaseBudget(unit, connectionId);
  });

/** A hash to recognise equal texts without storing them. Texts with different names filled in have different hashes, which is accepted. */
function hashOfText(payload: string): string {
  const { content } = JSON.parse(payload) as {
    readonly content?: { readonly text?: string; readonly caption?: string; readonly name?: string };
  };
  const text = content?.text ?? content?.caption ?? content?.name ?? "";
  return text.trim() === "" ? "" : Bun.hash(text.trim().toLowerCase()).toString(16);
}

/** The reader outside a transaction. */
export const readerOf = (tenant: Tenant): Reader => ({ db: tenant.db, tenant, now: tenant.clock.now() });

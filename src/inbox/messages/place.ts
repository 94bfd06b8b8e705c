import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./place.sql.ts";

/**
 * Distance between the places of two messages with successive ids. A message found later gets a place between two of
 * them (docs/rules/reconciliation.md#place).
 */
export const PLACE_STEP = 65_536;

/** The conversation of a contact on one connection. */
interface Conversation {
  readonly contactId: number;
  readonly connectionId: number;
}

/** The position of a message that was found later. */
export interface Position extends Conversation {
  /** When the message was written, ms. */
  readonly at: number;
  /** Network id of the message before this one; null or not stored = it follows the last message written at `at` or earlier. */
  readonly after: string | null;
  /** Number of messages, including this one, that will be inserted between the same two neighbours. At least 1. */
  readonly remaining: number;
}

/**
 * Returns the explicit place of a message found later, so that several between the same neighbours are evenly spread;
 * null = the message is the last one, so the place of its id is right. When two neighbours have no number left between
 * them, the explicit places around them are spread again.
 */
export function placeFor(unit: TenantUnit, position: Position): number | null {
  const found = between(unit, position);
  if (found !== "full") return found;
  spreadAgain(unit, position);
  const second = between(unit, position);
  return second === "full" ? leftOf(unit, position) : second;
}

function between(unit: TenantUnit, position: Position): number | null | "full" {
  const { contactId, connectionId, remaining } = position;
  const known = leftOf(unit, position);
  const right = queryOne(unit.db, sql.next, {
    contactId,
    connectionId,
    place: known ?? Number.MIN_SAFE_INTEGER,
  })?.place;
  if (right === undefined) return null;
  const left = known ?? right - PLACE_STEP * (remaining + 1);
  const step = Math.floor((right - left) / (remaining + 1));
  if (step >= 1) return left + step;
  return right - left >= 2 ? left + 1 : "full";
}

function leftOf(unit: TenantUnit, { contactId, connectionId, at, after }: Position): number | null {
  const chat = { contactId, connectionId };
  const named = after === null ? undefined : queryOne(unit.db, sql.ofProviderId, { ...chat, after });
  return (named ?? queryOne(unit.db, sql.lastWrittenBy, { ...chat, at }))?.place ?? null;
}

/** Spreads the explicit places between two ordinary messages evenly and leaves a space after each. */
function spreadAgain(unit: TenantUnit, position: Position): void {
  const { contactId, connectionId } = position;
  const place = leftOf(unit, position) ?? 0;
  const from = queryOne(unit.db, sql.ordinaryBefore, { contactId, connectionId, place })?.place ?? null;
  const to = queryOne(unit.db, sql.ordinaryAfter, { contactId, connectionId, place })?.place ?? null;
  if (to === null) return;
  const low = from ?? Number.MIN_SAFE_INTEGER;
  const rows = queryAll(unit.db, sql.explicitBetween, { contactId, connectionId, from: low, to });
  const start = from ?? to - PLACE_STEP * (rows.length + 1);
  rows.forEach(({ id }, index) => {
    const explicitPlace = start + Math.floor(((to - start) * (index + 1)) / (rows.length + 1));
    execute(unit.db, sql.move, { id, explicitPlace });
  });
}

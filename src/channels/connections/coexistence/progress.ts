import { and, eq, lt, sql } from "drizzle-orm";
import type { HistoryAnswer } from "#channels/connections/contract.ts";
import { type CoexistenceImportRow, coexistenceImport } from "#channels/connections/schema.ts";
import type { Db } from "#platform/db/database.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";

/**
 * The position of a part within the whole history, as the part states it. Parts arrive in any order and more than once.
 */
export interface HistoryPart {
  /** 0 = the first day, 1 = up to 90 days, 2 = up to 180 days. */
  readonly phase: number;
  /** Percent. */
  readonly progress: number;
  /** True when the owner of the number did not allow the history. */
  readonly isDeclined: boolean;
}

export const importOf = (db: Db, connectionId: number): CoexistenceImportRow | undefined =>
  db.select().from(coexistenceImport).where(eq(coexistenceImport.connectionId, connectionId)).get();

/** Stores the highest progress reported so far, once the messages of the part are in the durable inbox. */
export function recordHistoryPart(tenant: Tenant, connectionId: number, part: HistoryPart): void {
  tenant.write((unit) => {
    const known = importOf(unit.db, connectionId);
    if (!known || known.state === "complete") return;
    const isFurther = part.phase * 1000 + part.progress >= known.phase * 1000 + known.progress;
    const reached = isFurther ? { phase: part.phase, progress: part.progress } : {};
    const state = part.isDeclined ? "declined" : part.progress >= 100 ? "complete" : "importing";
    unit.db
      .update(coexistenceImport)
      .set({ ...reached, state, updatedAt: unit.now })
      .where(eq(coexistenceImport.connectionId, connectionId))
      .run();
  });
}

/** Messages of the history that one number imports (docs/rules/limits.md). */
const MAX_HISTORY = 200_000;

/** Counts a message of the history; false when its number stays in the app and has imported all that it may. */
export function takeHistoryMessage({ db }: TenantUnit, connectionId: number): boolean {
  const ofNumber = eq(coexistenceImport.connectionId, connectionId);
  const counted = db
    .update(coexistenceImport)
    .set({ messages: sql`${coexistenceImport.messages} + 1` })
    .where(and(ofNumber, lt(coexistenceImport.messages, MAX_HISTORY)))
    .returning({ messages: coexistenceImport.messages })
    .get();
  return counted !== undefined || importOf(db, connectionId) === undefined;
}

/** The import as pages show it; null for a number that is not in the WhatsApp Business app. */
export function presentHistory(db: Db, connectionId: number): HistoryAnswer | null {
  const row = importOf(db, connectionId);
  if (!row) return null;
  const { state, phase, progress, signedUpAt, requestedAt } = row;
  return {
    ...{ state, phase, progress, isLimited: row.messages >= MAX_HISTORY },
    signedUpAt: new Date(signedUpAt).toISOString(),
    requestedAt: requestedAt === null ? null : new Date(requestedAt).toISOString(),
  };
}

import { and, eq, isNull } from "drizzle-orm";
import type { RestrictionEffect, RestrictionKind } from "#channels/connections/contract.ts";
import { type RestrictionChange, RestrictionChanged } from "#channels/connections/events.ts";
import { connectionRestriction, type Restriction } from "#channels/connections/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { EFFECT_OF, strengthOf } from "./effects.ts";
import * as sql from "./store.sql.ts";

interface NewRestriction {
  readonly connectionId: number;
  readonly kind: RestrictionKind;
  readonly effect?: RestrictionEffect;
  readonly rawType?: string | null;
  readonly code?: string | null;
  readonly text?: string;
  readonly endsAt: number | null;
  /** True when the restriction is only inferred from a refused message, before the network answered a query about it. */
  readonly isSuspected?: boolean;
}

const isOpen = (connectionId: number, kind: RestrictionKind) =>
  and(
    eq(connectionRestriction.connectionId, connectionId),
    eq(connectionRestriction.kind, kind),
    isNull(connectionRestriction.liftedAt),
  );

/** The restrictions in force, the strongest first. */
export const openRestrictions = (db: Db, connectionId: number): readonly Restriction[] =>
  queryAll(db, sql.openOf, { connectionId }).toSorted((a, b) => strengthOf(b.effect) - strengthOf(a.effect));

/** All restrictions in force in the company, by connection. */
export function restrictionsByConnection(db: Db): ReadonlyMap<number, readonly Restriction[]> {
  const rows = db.select().from(connectionRestriction).where(isNull(connectionRestriction.liftedAt)).all();
  const sorted = rows.toSorted((a, b) => strengthOf(b.effect) - strengthOf(a.effect));
  return Map.groupBy(sorted, (row) => row.connectionId);
}

/** Records a restriction, or updates the one in force of the same kind. */
export function openRestriction(unit: TenantUnit, restriction: NewRestriction): void {
  const { connectionId, kind, isSuspected = false } = restriction;
  const values = {
    effect: restriction.effect ?? EFFECT_OF[kind],
    rawType: restriction.rawType ?? null,
    code: restriction.code ?? null,
    text: restriction.text ?? "",
    endsAt: restriction.endsAt,
    checkedAt: unit.now,
  };
  const before = unit.db.select().from(connectionRestriction).where(isOpen(connectionId, kind)).get();
  // A restriction that is only inferred from a refused message does not overwrite the stored one.
  if (before && isSuspected) return;
  if (before) {
    unit.db.update(connectionRestriction).set(values).where(eq(connectionRestriction.id, before.id)).run();
    const isSame = before.effect === values.effect && before.endsAt === values.endsAt;
    if (isConfirmed(before) && isSame) return;
    announce(unit, { ...before, ...values }, isConfirmed(before) ? "changed" : "began");
    return;
  }
  const row = unit.db
    .insert(connectionRestriction)
    .values({ connectionId, kind, since: unit.now, ...values, ...(isSuspected && { checkedAt: 0 }) })
    .returning()
    .get();
  announce(unit, row, isSuspected ? "suspected" : "began");
}

/** Ends a restriction; false when none of this kind is in force. */
export function liftRestriction(unit: TenantUnit, connectionId: number, kind: RestrictionKind): boolean {
  const row = unit.db
    .update(connectionRestriction)
    .set({ liftedAt: unit.now })
    .where(isOpen(connectionId, kind))
    .returning()
    .get();
  if (row) announce(unit, row, isConfirmed(row) ? "ended" : "dropped");
  return row !== undefined;
}

/** `checked_at` 0: only a refused message points to the restriction. */
export const isConfirmed = (row: Pick<Restriction, "checkedAt">): boolean => row.checkedAt > 0;

function announce(unit: TenantUnit, restriction: Restriction, change: RestrictionChange): void {
  const { connectionId: connection, kind, endsAt } = restriction;
  unit.tenant.log.info({ connection, kind, endsAt, change }, "restriction of a number changed");
  unit.emit(RestrictionChanged, { connectionId: connection, restriction, change });
}

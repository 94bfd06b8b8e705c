import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./history.sql.ts";

/** The rating of an attendance is requested now. */
export const markRatingRequested = (unit: TenantUnit, trackingId: number): void =>
  void execute(unit.db, sql.requestRating, { now: unit.now, id: trackingId });

/** The time to rate ended at `atMs`; the first end counts. */
export const markRatingEnded = (unit: TenantUnit, trackingId: number, atMs: number): void =>
  void execute(unit.db, sql.endRating, { ratingEndedAt: atMs, id: trackingId });

/** No rating of this contact is awaited any more. */
export const endRatingsOfContact = (unit: TenantUnit, contactId: number): void =>
  void execute(unit.db, sql.endRatingsOfContact, { now: unit.now, contactId });

/** The customer was told once more how to rate. */
export const countRatingHint = (unit: TenantUnit, trackingId: number): void =>
  void execute(unit.db, sql.countHint, { id: trackingId });

/** The attendance was rated; that ends its time as well. */
export const markRated = (unit: TenantUnit, trackingId: number): void =>
  void execute(unit.db, sql.markRated, { now: unit.now, id: trackingId });

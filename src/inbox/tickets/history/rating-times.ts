import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./history.sql.ts";

/** Stores that the rating is requested now. */
export const markRatingRequested = (unit: TenantUnit, trackingId: number): void =>
  void execute(unit.db, sql.requestRating, { now: unit.now, id: trackingId });

/** The time to rate ended at `atMs`; the first end counts. */
export const markRatingEnded = (unit: TenantUnit, trackingId: number, atMs: number): void =>
  void execute(unit.db, sql.endRating, { ratingEndedAt: atMs, id: trackingId });

/** No rating of this contact is awaited any more. */
export const endRatingsOfContact = (unit: TenantUnit, contactId: number): void =>
  void execute(unit.db, sql.endRatingsOfContact, { now: unit.now, contactId });

/** Counts a repeated rating instruction. */
export const countRatingHint = (unit: TenantUnit, trackingId: number): void =>
  void execute(unit.db, sql.countHint, { id: trackingId });

/** Marks the attendance as rated, which also ends its rating window. */
export const markRated = (unit: TenantUnit, trackingId: number): void =>
  void execute(unit.db, sql.markRated, { now: unit.now, id: trackingId });

import { run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const OPEN = "UPDATE ticket_period SET rating_at = ? WHERE id = ?";
const END = "UPDATE ticket_period SET rating_ended_at = ? WHERE id = ? AND rating_ended_at IS NULL";
const END_OF_CONTACT = `UPDATE ticket_period SET rating_ended_at = ?1 WHERE rating_at IS NOT NULL
  AND rating_ended_at IS NULL AND ticket_id IN (SELECT id FROM ticket WHERE contact_id = ?2)`;
const HINTED = "UPDATE ticket_period SET rating_hints = rating_hints + 1 WHERE id = ?";
const RATED =
  "UPDATE ticket_period SET rated = 1, rating_ended_at = coalesce(rating_ended_at, ?) WHERE id = ?";

/** The rating of an attendance is requested now. */
export const markRatingRequested = (unit: TenantUnit, trackingId: number): void =>
  void run(unit.db, OPEN, unit.now, trackingId);

/** The time to rate ended at `atMs`; the first end counts. */
export const markRatingEnded = (unit: TenantUnit, trackingId: number, atMs: number): void =>
  void run(unit.db, END, atMs, trackingId);

/** No rating of this contact is awaited any more. */
export const endRatingsOfContact = (unit: TenantUnit, contactId: number): void =>
  void run(unit.db, END_OF_CONTACT, unit.now, contactId);

/** The customer was told once more how to rate. */
export const countRatingHint = (unit: TenantUnit, trackingId: number): void =>
  void run(unit.db, HINTED, trackingId);

/** The attendance was rated; that ends its time as well. */
export const markRated = (unit: TenantUnit, trackingId: number): void =>
  void run(unit.db, RATED, unit.now, trackingId);

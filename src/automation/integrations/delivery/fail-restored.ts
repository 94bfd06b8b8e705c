import type { Db } from "#platform/db/database.ts";
import { execute } from "#platform/db/query.ts";
import * as sql from "./rows.sql.ts";

/** Error of a delivery that the replaced machine may have made. */
export const RESTORED = "restored";

/**
 * Fails the unfinished deliveries of a company file that is restored to an earlier moment
 * (docs/rules/integrations.md#restored): the receiver may have them already. An admin may repeat each. Returns how many.
 */
export const failRestoredDeliveries = (db: Db, now: number): number =>
  execute(db, sql.failUnfinished, { error: RESTORED, now }).changes;

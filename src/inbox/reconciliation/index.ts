/** Public functions of the comparisons with the phones. */

import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import * as sql from "./report.sql.ts";

/** Messages compared, missing and filled since a time, over all connections of a company. */
export const comparedSince = (
  db: Db,
  since: number,
): { readonly compared: number; readonly gaps: number; readonly filled: number } =>
  queryOne(db, sql.allSums, { since }) ?? { compared: 0, gaps: 0, filled: 0 };

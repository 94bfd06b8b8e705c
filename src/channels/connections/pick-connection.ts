import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import { noConnection, noUsableConnection } from "./errors.ts";
import * as sql from "./pick-connection.sql.ts";
import { findConnection } from "./queries.ts";
import type { ConnectionRow } from "./schema.ts";

/**
 * The connection of a new ticket (docs/rules/connections.md#choice): the requested one, even while it is offline;
 * otherwise the user's own, the company's default, then the oldest one, each only while CONNECTED. Throws
 * 404 ERR_NO_WAPP_FOUND for an unknown id, 400 ERR_NO_DEF_WAPP_FOUND when no connection qualifies.
 */
export function pickConnection(
  db: Db,
  wish: { readonly requestedId: number | null; readonly ownId: number | null },
): ConnectionRow {
  if (wish.requestedId !== null) {
    const requested = findConnection(db, wish.requestedId);
    if (!requested) throw noConnection();
    return requested;
  }
  const own = wish.ownId === null ? undefined : findConnection(db, wish.ownId);
  if (own?.status === "CONNECTED") return own;
  const { id } = queryOne(db, sql.openDefault) ?? queryOne(db, sql.oldestOpen) ?? {};
  const found = id === undefined ? undefined : findConnection(db, id);
  if (!found) throw noUsableConnection();
  return found;
}

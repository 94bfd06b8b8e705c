import { type Db, one } from "#platform/db/database.ts";
import { noConnection, noUsableConnection } from "./errors.ts";
import { findConnection } from "./queries.ts";
import type { ConnectionRow } from "./schema.ts";

const DEFAULT =
  "SELECT id FROM connection WHERE is_default = 1 AND status = 'CONNECTED' AND deleted_at IS NULL";
const OLDEST = `SELECT id FROM connection WHERE status = 'CONNECTED' AND deleted_at IS NULL
  ORDER BY created_at, id LIMIT 1`;

/**
 * The connection of a new ticket (docs/rules/connections.md#choice): the one asked for, even while offline; else the
 * user's own, the company's default, the oldest one, each only while CONNECTED. Throws 404 ERR_NO_WAPP_FOUND for an
 * unknown one, 400 ERR_NO_DEF_WAPP_FOUND when none is left.
 */
export function chooseConnection(
  db: Db,
  wish: { readonly asked: number | null; readonly usersOwn: number | null },
): ConnectionRow {
  if (wish.asked !== null) {
    const asked = findConnection(db, wish.asked);
    if (!asked) throw noConnection();
    return asked;
  }
  const own = wish.usersOwn === null ? undefined : findConnection(db, wish.usersOwn);
  if (own?.status === "CONNECTED") return own;
  const id = one<{ id: number }>(db, DEFAULT)?.id ?? one<{ id: number }>(db, OLDEST)?.id;
  const found = id === undefined ? undefined : findConnection(db, id);
  if (!found) throw noUsableConnection();
  return found;
}

import { noConnection, notSupported } from "#channels/connections/errors.ts";
import { ConnectionDeleted, ConnectionDeleting, ConnectionSaved } from "#channels/connections/events.ts";
import { requireConnection } from "#channels/connections/queries.ts";
import type { ConnectionRow } from "#channels/connections/schema.ts";
import { one, run } from "#platform/db/database.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { dropToken } from "./tokens.ts";

const HIDE = `UPDATE connection SET deleted_at = ?1, updated_at = ?1, is_default = 0, status = 'DISCONNECTED',
  status_reason = 'deleted', qrcode = '', retries = 0, health = 'down', token_hash = NULL, token_last4 = ''
  WHERE id = ?2`;
const OLDEST = "SELECT id FROM connection WHERE deleted_at IS NULL ORDER BY created_at, id LIMIT 1";

/**
 * Hides a connection; old tickets keep its name, its credentials are wiped behind the commit. `moveTo` takes over
 * the tickets that are not closed; without it the tickets refuse. For admins. Throws 404 ERR_NO_WAPP_FOUND,
 * 400 ERR_NOT_SUPPORTED (another channel), 409 ERR_CONNECTION_HAS_TICKETS (from the tickets).
 */
export function deleteConnection({ tenant }: UserCtx, connectionId: number, moveToId: number | null): void {
  tenant.write((unit) => {
    const connection = requireConnection(unit.db, connectionId);
    const moveTo = moveToId === null ? null : heir(unit, connection, moveToId);
    unit.emit(ConnectionDeleting, { connection, moveTo });
    dropToken(unit, connectionId, connection.tokenHash);
    run(unit.db, "DELETE FROM connection_queue WHERE connection_id = ?", connectionId);
    run(unit.db, HIDE, unit.now, connectionId);
    if (connection.isDefault) passDefaultOn(unit);
    unit.emit(ConnectionDeleted, { connectionId });
  });
}

function heir(unit: TenantUnit, connection: ConnectionRow, id: number): ConnectionRow {
  if (id === connection.id) throw noConnection();
  const found = requireConnection(unit.db, id);
  if (found.channel !== connection.channel) throw notSupported();
  return found;
}

function passDefaultOn(unit: TenantUnit): void {
  const oldest = one<{ id: number }>(unit.db, OLDEST);
  if (!oldest) return;
  run(unit.db, "UPDATE connection SET is_default = 1, updated_at = ? WHERE id = ?", unit.now, oldest.id);
  unit.emit(ConnectionSaved, { connectionId: oldest.id, created: false });
}

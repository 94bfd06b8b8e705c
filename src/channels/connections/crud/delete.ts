import { asc, eq, isNull } from "drizzle-orm";
import { noConnection, notSupported } from "#channels/connections/errors.ts";
import {
  ConnectionDeleted,
  ConnectionDeleting,
  ConnectionEmptying,
  ConnectionSaved,
} from "#channels/connections/events.ts";
import { requireConnection } from "#channels/connections/queries.ts";
import { type ConnectionRow, connection } from "#channels/connections/schema.ts";
import { runInSteps, type Step } from "#tenants/in-steps.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { removeQueues } from "./body-columns.ts";
import { dropToken } from "./tokens.ts";

const HIDDEN = {
  isDefault: false,
  status: "DISCONNECTED",
  statusReason: "deleted",
  qrcode: "",
  retries: 0,
  health: "down",
  tokenHash: null,
  tokenLast4: "",
} as const;

/**
 * `DELETE /whatsapp/{id}`: moves the tickets of the connection to `moveToId` in steps, then deletes it. Without
 * `moveToId` only `deleteConnection` runs. Throws its errors; the tickets moved until then stay moved
 * (docs/rules/connections.md#deletion).
 */
export async function emptyAndDeleteConnection(
  ctx: UserCtx,
  connectionId: number,
  moveToId: number | null,
): Promise<void> {
  if (moveToId !== null) {
    const steps: Step[] = [];
    const rows = (unit: TenantUnit) => {
      const connection = requireConnection(unit.db, connectionId);
      return { connection, moveTo: replacementOf(unit, connection, moveToId) };
    };
    ctx.tenant.base.write((unit) => unit.emit(ConnectionEmptying, { ...rows(unit), steps }));
    // Another admin may have deleted one of the two connections since the last step.
    const checked = steps.map((step) => (unit: TenantUnit) => {
      rows(unit);
      step(unit);
    });
    await runInSteps(ctx.tenant, checked);
  }
  deleteConnection(ctx, connectionId, moveToId);
}

/**
 * Hides a connection; old tickets keep its name, and its credentials are erased after the commit. `moveTo` receives
 * the tickets that are not closed. For admins. Throws 404 ERR_NO_WAPP_FOUND, 400 ERR_NOT_SUPPORTED (another channel),
 * 409 ERR_CONNECTION_HAS_TICKETS (from the tickets, when `moveTo` is missing).
 */
export function deleteConnection({ tenant }: UserCtx, connectionId: number, moveToId: number | null): void {
  tenant.write((unit) => {
    const row = requireConnection(unit.db, connectionId);
    const moveTo = moveToId === null ? null : replacementOf(unit, row, moveToId);
    unit.emit(ConnectionDeleting, { connection: row, moveTo });
    dropToken(unit, connectionId, row.tokenHash);
    removeQueues(unit, connectionId);
    unit.db
      .update(connection)
      .set({ ...HIDDEN, deletedAt: unit.now, updatedAt: unit.now })
      .where(eq(connection.id, connectionId))
      .run();
    if (row.isDefault) moveDefault(unit);
    unit.emit(ConnectionDeleted, { connectionId });
  });
}

function replacementOf(unit: TenantUnit, row: ConnectionRow, id: number): ConnectionRow {
  if (id === row.id) throw noConnection();
  const found = requireConnection(unit.db, id);
  if (found.channel !== row.channel) throw notSupported();
  return found;
}

/** The oldest of the other connections becomes the default. */
function moveDefault(unit: TenantUnit): void {
  const oldest = unit.db
    .select({ id: connection.id })
    .from(connection)
    .where(isNull(connection.deletedAt))
    .orderBy(asc(connection.createdAt), asc(connection.id))
    .limit(1)
    .get();
  if (!oldest) return;
  unit.db
    .update(connection)
    .set({ isDefault: true, updatedAt: unit.now })
    .where(eq(connection.id, oldest.id))
    .run();
  unit.emit(ConnectionSaved, { connectionId: oldest.id, created: false });
}

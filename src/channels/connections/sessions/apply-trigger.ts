import { isDeepStrictEqual } from "node:util";
import { tellAdmins } from "#accounts/notices/index.ts";
import { SessionChanged } from "#channels/connections/events.ts";
import { one, run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { type Effect, nextStep, type SessionState, type Trigger } from "./lifecycle.ts";

const READ = `SELECT name, status, status_reason AS statusReason, qrcode, retries, health
  FROM connection WHERE id = ? AND deleted_at IS NULL`;
const WRITE = `UPDATE connection SET status = ?, status_reason = ?, qrcode = ?, retries = ?, health = ?, updated_at = ?
  WHERE id = ?`;
const LINKED = `UPDATE connection SET linked_at = coalesce(linked_at, ?1), last_event_at = ?1, number = coalesce(?2, number)
  WHERE id = ?3`;

/** Moves the row of a session; answers what has to be done outside. Nothing for a deleted connection. */
export function applyTrigger(unit: TenantUnit, connectionId: number, trigger: Trigger): readonly Effect[] {
  const row = one<SessionState & { name: string }>(unit.db, READ, connectionId);
  if (!row) return [];
  const { name, ...before } = row;
  const { state: after, effects } = nextStep(before, trigger);
  if (trigger.type === "open") run(unit.db, LINKED, unit.now, trigger.number, connectionId);
  if (isDeepStrictEqual(before, after)) return effects;
  const { status, statusReason, qrcode, retries, health } = after;
  run(unit.db, WRITE, status, statusReason, qrcode, retries, health, unit.now, connectionId);
  if (effects.includes("notify")) {
    tellAdmins(unit, {
      code: `connection_${statusReason}`,
      details: { whatsappId: connectionId, name },
      key: `connection:${connectionId}:${statusReason}:${unit.now}`,
    });
  }
  unit.emit(SessionChanged, { connectionId, before, after });
  return effects;
}

import { snoozeTicket } from "#inbox/tickets/index.ts";
import { updateTicket } from "#inbox/tickets/transitions/update.ts";
import { one } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/** A visitor of the demo sees the ticket wake this long after the data was created, ms. */
const WAKES_IN_MS = 6 * 60_000;

/** Snoozes a ticket of the second attendant for a few minutes. */
export function snoozeForMinutes([, attendant]: readonly UserCtx[]): void {
  if (!attendant) return;
  const { tenant, actor } = attendant;
  const lastTicket =
    "SELECT id FROM ticket WHERE user_id = ? AND is_group = 0 AND status = 'closed' ORDER BY id DESC LIMIT 1";
  const { id } = one<{ id: number }>(tenant.db, lastTicket, actor.id) ?? {};
  if (id === undefined) return;
  updateTicket(attendant, id, { status: "open", userId: actor.id });
  snoozeTicket(attendant, id, {
    mode: "time",
    until: new Date(tenant.clock.now() + WAKES_IN_MS).toISOString(),
  });
}

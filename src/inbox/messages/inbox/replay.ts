import { run } from "#platform/db/database.ts";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { INBOX_DUE } from "./store.ts";
import { InboxWorkerPort } from "./sweep.ts";

const AGAIN = `UPDATE inbound_event SET state = 'new', attempts = 0, next_try_at = 0, reason = NULL, finished_at = NULL
  WHERE id = ? AND state = 'failed'`;

/**
 * Tries a failed inbound event again (docs/rules/inbound.md#journal-and-chat-order). For admins. Throws 404
 * ERR_NOT_FOUND.
 */
export function replayEvent({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    if (run(unit.db, AGAIN, id).changes === 0) throw notFound();
    unit.scheduleWake(INBOX_DUE, unit.now);
    unit.afterCommit(() => tenant.installation.ports.use(InboxWorkerPort).wake(tenant));
  });
}

import { execute } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./replay.sql.ts";
import { INBOX_DUE } from "./store.ts";
import { InboxWorkerPort } from "./worker.ts";

/**
 * Tries a failed inbound event again (docs/rules/inbound.md#journal-and-chat-order). For admins. Throws 404
 * ERR_NOT_FOUND.
 */
export function replayEvent({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    if (execute(unit.db, sql.again, { id }).changes === 0) throw notFound();
    unit.scheduleWake(INBOX_DUE, unit.now);
    unit.afterCommit(() => tenant.installation.ports.use(InboxWorkerPort).wake(tenant));
  });
}

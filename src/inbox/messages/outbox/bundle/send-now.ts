import { changeableMessage } from "#inbox/messages/change/readable.ts";
import { wakeSender } from "#inbox/messages/outbox/enqueue.ts";
import { sendOf } from "#inbox/messages/outbox/queries.ts";
import { isAuthor } from "#inbox/messages/policy.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./bundle.sql.ts";

/**
 * `POST /messages/{id}/send-now`: ends the window in which the author's text waits for the next one; a text that does not
 * wait is not changed. Throws 404 ERR_NO_MESSAGE_FOUND, 403 ERR_NO_PERMISSION.
 */
export function sendNow(ctx: UserCtx, messageId: number): void {
  if (!isAuthor(ctx.actor, changeableMessage(ctx, messageId))) throw noPermission();
  ctx.tenant.write((unit) => {
    const send = sendOf(unit.db, messageId);
    if (send?.state !== "queued" || send.bundleKey === null) return;
    const { connectionId, contactId, bundleKey: key } = send;
    execute(unit.db, sql.releaseKey, { connectionId, contactId, key, now: unit.now });
    wakeSender(unit, connectionId, unit.now, contactId);
  });
}

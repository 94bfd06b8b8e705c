import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { notSupported } from "#inbox/messages/errors.ts";
import { rejoinFailed } from "#inbox/messages/outbox/bundle/members.ts";
import { holdWhileBlocked } from "#inbox/messages/outbox/cold/hold.ts";
import { showState } from "#inbox/messages/outbox/complete.ts";
import { wakeSender } from "#inbox/messages/outbox/enqueue.ts";
import { outboxById, requeueFailed, sendOf } from "#inbox/messages/outbox/queries.ts";
import { mayRetry } from "#inbox/messages/policy.ts";
import { noPermission } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { changeableMessage, presentReadable } from "./readable.ts";

/**
 * `POST /messages/{id}/retry`: queues a failed message again, under its provider id if it has one. For its author and
 * admins; a message that did not fail is not changed. Throws 404 ERR_NO_MESSAGE_FOUND, 403 ERR_NO_PERMISSION, 400
 * ERR_NOT_SUPPORTED (the product never had to send it).
 */
export function retryMessage(ctx: UserCtx, messageId: number): MessageAnswer {
  const { tenant, actor } = ctx;
  const target = changeableMessage(ctx, messageId);
  if (!mayRetry(actor, target)) throw noPermission();
  tenant.write((unit) => {
    const own = sendOf(unit.db, messageId);
    // Texts that were sent as one message are again sent as one message.
    const send = own?.bundleOf ? outboxById(unit.db, own.bundleOf) : own;
    if (!send) throw notSupported();
    if (!requeueFailed(unit, send.id)) return;
    rejoinFailed(unit, send.id);
    showState(unit, send, "queued", null);
    holdWhileBlocked(unit, send.id);
    wakeSender(unit, send.connectionId);
  });
  return presentReadable(tenant, messageId);
}

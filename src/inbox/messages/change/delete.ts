import { cannotDelete, goneFromNetwork } from "#inbox/messages/errors.ts";
import { cancel } from "#inbox/messages/outbox/complete.ts";
import { enqueue, PRIORITY } from "#inbox/messages/outbox/enqueue.ts";
import { sendOf } from "#inbox/messages/outbox/queries.ts";
import { isAuthor } from "#inbox/messages/policy.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { markDeleted } from "./mark-deleted.ts";
import { OutboxOutcomesPort } from "./outcome.ts";
import { changeableMessage, requireChange } from "./readable.ts";

/** Maximum age of a message that the network deletes for everybody, ms (docs/rules/messages.md#delete-and-edit). */
const REVOKE_MS = 60 * 60 * 60_000;
/** How long the request waits for the network's outcome, ms; a later refusal is broadcast as an update. */
const PATIENCE_MS = 5000;

/**
 * `DELETE /messages/{id}`: deletes a message for everybody; only its author may do so. The send of a message that was
 * not sent yet is cancelled; deleting twice changes nothing. Throws 404 ERR_NO_MESSAGE_FOUND, 404 ERR_FETCH_WAPP_MSG
 * (never on the network), 403 ERR_NO_PERMISSION, 400 ERR_DELETE_WAPP_MSG (too old, or refused), 400 ERR_NOT_SUPPORTED.
 */
export async function deleteMessage(ctx: UserCtx, messageId: number): Promise<void> {
  const { tenant } = ctx;
  const target = changeableMessage(ctx, messageId);
  if (!isAuthor(ctx.actor, target)) throw noPermission();
  if (target.deletedAt !== null) return;
  const outboxId = tenant.write((unit) => cancelOrRevoke(unit, target));
  if (outboxId === undefined) return;
  const verdict = await tenant.installation.ports.use(OutboxOutcomesPort).of(tenant, outboxId, PATIENCE_MS);
  if (verdict?.state === "failed") throw cannotDelete();
}

/** Returns the outbox row whose outcome the request waits for; undefined when nothing is sent. */
function cancelOrRevoke(unit: TenantUnit, target: Message): number | undefined {
  const send = sendOf(unit.db, target.id);
  if (send && send.state === "queued" && send.attempts === 0 && send.providerId === null) {
    cancel(unit, send);
    markDeleted(unit, target, "user");
    return undefined;
  }
  if (send?.state === "failed" || send?.state === "cancelled") {
    markDeleted(unit, target, "user");
    return undefined;
  }
  const online = requireChange(unit, target, "delete");
  if (unit.now - target.createdAt > REVOKE_MS) throw cannotDelete();
  if (target.providerId === null) throw goneFromNetwork();
  const id = enqueue(unit, {
    messageId: target.id,
    connectionId: target.connectionId,
    contactId: target.contactId,
    ticketId: target.ticketId,
    priority: PRIORITY.human,
    source: "revoke",
    sourceKey: `${target.id}:${unit.now}`,
    kind: "revoke",
    payload: { content: { type: "revoke", targetId: target.providerId } },
  });
  markDeleted(unit, target, "user");
  return online ? id : undefined;
}

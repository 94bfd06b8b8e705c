import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { notSupported } from "#inbox/messages/errors.ts";
import { enqueue, PRIORITY } from "#inbox/messages/outbox/enqueue.ts";
import { isAuthor } from "#inbox/messages/policy.ts";
import { presentMessages } from "#inbox/messages/present.ts";
import { signed } from "#inbox/messages/send/sign.ts";
import { noPermission } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { readableMessage, requireChange } from "./readable.ts";
import { replaceBody } from "./replace-body.ts";

/** The network accepts edits up to this age (docs/rules/messages.md#delete-and-edit). */
const EDIT_MS = 15 * 60_000;

/**
 * `PUT /messages/{id}`: edits one's own message within 15 minutes. A refusal of the network restores the earlier text.
 * Throws 404 ERR_NO_MESSAGE_FOUND, 403 ERR_NO_PERMISSION, 400 ERR_NOT_SUPPORTED.
 */
export function editMessage(ctx: UserCtx, messageId: number, typed: string): MessageAnswer {
  const { tenant, actor } = ctx;
  const target = readableMessage(ctx, messageId);
  if (!isAuthor(actor, target)) throw noPermission();
  tenant.write((unit) => {
    requireChange(unit, target, "edit");
    const editable = target.mediaType === null && target.deletedAt === null && target.sendState === "sent";
    if (!editable || target.providerId === null || unit.now - target.createdAt > EDIT_MS)
      throw notSupported();
    const body = signed(actor, tenant.company.name, typed);
    if (body === target.body) return;
    replaceBody(unit, target, body, unit.now);
    enqueue(unit, {
      messageId: target.id,
      connectionId: target.connectionId,
      contactId: target.contactId,
      ticketId: target.ticketId,
      priority: PRIORITY.human,
      source: "edit",
      sourceKey: `${target.id}:${unit.now}`,
      kind: "edit",
      payload: { content: { type: "edit", targetId: target.providerId, text: body } },
    });
  });
  const [answer] = presentMessages(tenant, [messageId]);
  if (!answer) throw new Error("a readable message is there");
  return answer;
}

import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { notSupported } from "#inbox/messages/errors.ts";
import { announceUpdate } from "#inbox/messages/events.ts";
import { checkLink } from "#inbox/messages/link-preview/link.ts";
import { enqueue, PRIORITY } from "#inbox/messages/outbox/enqueue.ts";
import { isAuthor } from "#inbox/messages/policy.ts";
import { kindForPreview, previewText } from "#inbox/messages/preview/preview.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { signed } from "#inbox/messages/send/sign.ts";
import { forgetTranslations } from "#inbox/messages/translations/translations.ts";
import { ticketById, updatePreview } from "#inbox/tickets/index.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { changeableMessage, networkIdOf, presentReadable, requireChange } from "./readable.ts";
import * as sql from "./replace-body.sql.ts";

/** Maximum age of a message whose edit the network accepts, ms (docs/rules/messages.md#delete-and-edit). */
const EDIT_MS = 15 * 60_000;

/**
 * `PUT /messages/{id}`: edits one's own message within 15 minutes. A refusal of the network restores the earlier text.
 * Throws 404 ERR_NO_MESSAGE_FOUND, 403 ERR_NO_PERMISSION, 400 ERR_NOT_SUPPORTED, 404
 * ERR_FETCH_WAPP_MSG.
 */
export function editMessage(ctx: UserCtx, messageId: number, typed: string): MessageAnswer {
  const { tenant, actor } = ctx;
  const target = changeableMessage(ctx, messageId);
  if (!isAuthor(actor, target)) throw noPermission();
  tenant.write((unit) => {
    requireChange(unit, target, "edit");
    const editable = target.mediaType === null && target.deletedAt === null;
    if (!editable || unit.now - target.createdAt > EDIT_MS) throw notSupported();
    const targetId = networkIdOf(target);
    if (target.sendState !== "sent") throw notSupported();
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
      payload: { content: { type: "edit", targetId, text: body } },
    });
  });
  return presentReadable(tenant, messageId);
}

interface EarlierBody {
  readonly body: string;
  /** ms. */
  readonly at: number;
}

/** Replaces the text of a message and keeps the earlier text. An unchanged text changes nothing. */
export function replaceBody(unit: TenantUnit, target: Message, body: string, atMs: number): void {
  if (target.body === body) return;
  const edits: readonly EarlierBody[] = [
    ...(JSON.parse(target.edits) as EarlierBody[]),
    { body: target.body, at: atMs },
  ];
  write(unit, target, body, edits);
}

/** Restores the earlier text after the network refused the edit. */
export function restoreBody(unit: TenantUnit, target: Message): void {
  const edits = JSON.parse(target.edits) as EarlierBody[];
  const last = edits.pop();
  if (last) write(unit, target, last.body, edits);
}

function write(unit: TenantUnit, target: Message, body: string, edits: readonly EarlierBody[]): void {
  execute(unit.db, sql.replace, {
    body,
    edits: JSON.stringify(edits),
    isEdited: edits.length > 0 ? 1 : 0,
    updatedAt: unit.now,
    id: target.id,
  });
  checkLink(unit, target.id, body);
  forgetTranslations(unit, target.id);
  updateListPreview(unit, { ...target, body });
  announceUpdate(unit, target.id);
}

/** Updates the preview of the ticket if it shows this message. */
export function updateListPreview(unit: TenantUnit, target: Message): void {
  const ticket = ticketById(unit.db, target.ticketId);
  if (!ticket) return;
  const [preview, mediaType] = [previewText(target), kindForPreview(target)];
  updatePreview(unit, ticket, { messageId: target.id, preview, mediaType });
}

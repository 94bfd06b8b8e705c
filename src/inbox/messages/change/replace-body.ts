import { announceUpdate } from "#inbox/messages/events.ts";
import { kindForPreview, previewText } from "#inbox/messages/preview/preview.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { ticketById, updatePreview } from "#inbox/tickets/index.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./replace-body.sql.ts";

interface EarlierBody {
  readonly body: string;
  /** ms. */
  readonly at: number;
}

/** Replaces the text of a message and keeps the earlier one. The same text again changes nothing. */
export function replaceBody(unit: TenantUnit, target: Message, body: string, atMs: number): void {
  if (target.body === body) return;
  const edits: readonly EarlierBody[] = [
    ...(JSON.parse(target.edits) as EarlierBody[]),
    { body: target.body, at: atMs },
  ];
  write(unit, target, body, edits);
}

/** Restores the earlier text: the network refused the edit. */
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

import { announceUpdate, MessageSending } from "#inbox/messages/events.ts";
import type { Payload } from "#inbox/messages/outbox/payload.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import { joinSigned } from "#inbox/messages/send/sign.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./bundle.sql.ts";
import { LONGEST_BUNDLE } from "./window.ts";

/** Length of the empty line between two texts. */
const SEPARATOR_LENGTH = 2;
/** Maximum number of texts in one bundle; more than a person types within 10 seconds. */
const MOST = 50;

const isHead = ({ id, bundleOf }: Pick<OutboxRow, "id" | "bundleOf">): boolean => bundleOf === id;
const textOf = (row: OutboxRow): string => {
  const { content } = JSON.parse(row.payload) as Payload;
  return content.type === "text" ? content.text : "";
};

/**
 * Adds the texts that follow a claimed row to its send (docs/rules/messages.md#bundles). Runs in the transaction of the claim, so
 * that after a kill each text is in exactly one send. Returns the row as stored.
 */
export function joinFollowing(unit: TenantUnit, head: OutboxRow): OutboxRow {
  const { bundleKey, messageId } = head;
  if (bundleKey === null || messageId === null || head.bundleOf !== null) return head;
  const { connectionId, contactId, priority } = head;
  const chat = { connectionId, contactId, priority, id: head.id, limit: MOST };
  let length = textOf(head).length;
  const joined: OutboxRow[] = [];
  for (const row of queryAll(unit.db, sql.following, chat).map(sql.read)) {
    const isSame = row.bundleKey === bundleKey && row.nextTryAt <= head.nextTryAt;
    length += SEPARATOR_LENGTH + textOf(row).length;
    if (!isSame || row.attempts > 0 || row.heldBy !== null || length > LONGEST_BUNDLE) break;
    joined.push(row);
  }
  if (joined.length === 0) return head;
  execute(unit.db, sql.join, { id: head.id, headId: head.id, state: "sending" });
  execute(unit.db, sql.markMessage, { id: messageId, firstId: messageId });
  for (const row of joined) {
    execute(unit.db, sql.join, { id: row.id, headId: head.id, state: "bundled" });
    if (row.messageId === null) continue;
    execute(unit.db, sql.markMessage, { id: row.messageId, firstId: messageId });
    execute(unit.db, sql.showMember, { updatedAt: unit.now, id: row.messageId });
    unit.emit(MessageSending, { messageId: row.messageId });
  }
  return { ...head, bundleOf: head.id };
}

/** The rows that are sent with a row; none for a row that is sent alone. */
export const membersOf = (
  unit: Pick<TenantUnit, "db">,
  row: Pick<OutboxRow, "id" | "bundleOf">,
): readonly OutboxRow[] =>
  isHead(row) ? queryAll(unit.db, sql.members, { headId: row.id }).map(sql.read) : [];

/** The content of a row and of the texts that are sent with it, separated by empty lines. */
export function joinedPayload(tenant: Tenant, row: OutboxRow): Payload {
  const payload = JSON.parse(row.payload) as Payload;
  if (!isHead(row)) return payload;
  const texts = queryAll(tenant.db, sql.texts, { headId: row.id }).map(({ text }) => text);
  return { ...payload, content: { type: "text", text: joinSigned(texts) } };
}

/** Adds the texts of a failed bundle to its send again when the bundle is queued again. */
export const rejoinFailed = (unit: TenantUnit, headId: number): void =>
  void execute(unit.db, sql.rejoin, { headId });

/** Copies the ack status of the first message of a bundle, reached at `at` (ms), to the others. Returns the messages that changed. */
export function shareAck(unit: TenantUnit, firstId: number, ack: number, at: number): readonly number[] {
  const grown = queryAll(unit.db, sql.growMembers, { ack, at, updatedAt: unit.now, firstId });
  for (const { id } of grown) announceUpdate(unit, id);
  return grown.map(({ id }) => id);
}

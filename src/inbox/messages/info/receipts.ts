import type { InboundEvent } from "#channels/connections/index.ts";
import { knownContactId } from "#inbox/messages/receive/resolve-contact.ts";
import { ContactExporting, ContactMerging, ContactUnmerging } from "#people/contacts/events.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./receipts.sql.ts";

/** Receipts of group members are kept this long, ms. */
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** Number of messages whose receipts one transaction deletes, and of receipts per query. */
const BATCH = 200;
const MOVED = "message_receipt";

/** Stores the receipt of a group member who is a contact; others have no row. */
export function recordMember(
  unit: TenantUnit,
  messageId: number,
  { member, at }: Pick<Extract<InboundEvent, { kind: "ack" }>, "member" | "at">,
): void {
  if (!member) return;
  const contactId = knownContactId(unit.db, member.identities);
  if (contactId === undefined) return;
  execute(unit.db, sql.record, { messageId, contactId, ack: member.ack, at: Math.min(at, unit.now) });
}

/** Deletes receipts of group members of messages older than 30 days. */
export async function removeOldReceipts(tenant: Tenant): Promise<void> {
  const before = tenant.clock.now() - KEPT_MS;
  for (;;) {
    const removed = tenant.write(({ db }) => {
      for (let count = 0; count < BATCH; count += 1) {
        const oldest = queryOne(db, sql.oldest);
        if (!oldest || oldest.createdAt > before) return count;
        execute(db, sql.remove, { messageId: oldest.id });
      }
      return BATCH;
    });
    if (removed < BATCH) return;
    await yieldToEventLoop(tenant);
  }
}

/** Receipts follow their contact in a merge and its undo, and are part of the export of a person. */
export function followReceipts({ bus }: Installation): void {
  bus.within(ContactMerging, ({ db }, { survivor, loser, moved }) => {
    const ids = queryAll(db, sql.move, { toId: survivor.id, fromId: loser.id }).map(({ id }) => id);
    moved.add(MOVED, ids);
    execute(db, sql.removeOfContact, { contactId: loser.id });
  });
  bus.within(ContactUnmerging, ({ db }, { survivorId, contact, moved }) => {
    const ids = JSON.stringify(moved.of(MOVED));
    execute(db, sql.moveBack, { toId: contact.id, fromId: survivorId, ids });
  });
  bus.within(ContactExporting, ({ db }, { contact, add }) => {
    add({ name: "recibos-em-grupos.json", rows: () => exported(db, contact.id) });
  });
}

function* exported(db: Db, contactId: number) {
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  for (let after = 0; ; ) {
    const rows = queryAll(db, sql.ofContact, { contactId, after, limit: BATCH });
    for (const { protocol, writtenAt, deliveredAt, readAt, playedAt } of rows)
      yield {
        protocol,
        writtenAt: iso(writtenAt),
        deliveredAt: iso(deliveredAt),
        readAt: iso(readAt),
        playedAt: iso(playedAt),
      };
    after = rows.at(-1)?.id ?? 0;
    if (rows.length < BATCH) return;
  }
}

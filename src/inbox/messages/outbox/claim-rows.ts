import { MessageReleased, MessageSending } from "#inbox/messages/events.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import { withDeferredSync } from "#platform/db/durability/deferred-sync.ts";
import { withSyncNormal } from "#platform/db/durability/sync-mode.ts";
import { execute } from "#platform/db/query.ts";
import { joinFollowing } from "./bundle/members.ts";
import * as sql from "./connection-sender.sql.ts";
import { PRIORITY } from "./enqueue.ts";
import type { SendingSession } from "./hand-over.ts";
import { claim } from "./queries.ts";
import { ACCEPTED_WITHIN_MS } from "./retry.ts";

/** Claims rows and stores their provider ids before anything is sent. Returns the rows that were still queued. */
export const claimRows = (session: SendingSession, rows: readonly OutboxRow[]): readonly OutboxRow[] =>
  // The inbound event that caused an automatic message may not be synced yet, so event and claim are synced together before the send.
  rows.some((row) => row.priority === PRIORITY.automatic)
    ? withDeferredSync(session.tenant.db, () => claimInOneTransaction(session, rows))
    : // Not synced: a claim lost in a power cut is repeated with the same provider id, which the network recognises.
      withSyncNormal(session.tenant.db, () => claimInOneTransaction(session, rows));

const claimInOneTransaction = (
  { tenant, provider, key }: SendingSession,
  rows: readonly OutboxRow[],
): readonly OutboxRow[] =>
  tenant.write((unit) =>
    rows.flatMap((row) => {
      const seed = `${tenant.id}:${row.id}:${row.createdAt}`;
      const providerId = row.providerId ?? provider.newMessageId(key, seed, row.refusals);
      if (!claim(unit, row.id, providerId, unit.now + ACCEPTED_WITHIN_MS)) return [];
      if (row.kind === "message" && row.messageId !== null) {
        execute(unit.db, sql.showSending, { providerId, updatedAt: unit.now, id: row.messageId });
        unit.emit(MessageSending, { messageId: row.messageId });
        if (isReleased(row)) unit.emit(MessageReleased, { messageId: row.messageId });
      }
      return [joinFollowing(unit, { ...row, providerId })];
    }),
  );

/** True for the first claim of a row whose send could be undone until now. */
const isReleased = ({ providerId, nextTryAt, createdAt, payload }: OutboxRow): boolean =>
  providerId === null && nextTryAt > createdAt && payload.includes(',"undo":{');

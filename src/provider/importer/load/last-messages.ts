import type { MediaType } from "#inbox/messages/contract.ts";
import { kindForPreview, previewText } from "#inbox/messages/index.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { withSyncNormal } from "#platform/db/sync-mode.ts";
import type { Context } from "#provider/importer/context.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./last-messages.sql.ts";

export interface Newest {
  readonly id: number;
  readonly body: string;
  readonly mediaType: MediaType | null;
  readonly sticker: number;
  readonly fromMe: number;
  readonly deletedAt: number | null;
  readonly at: number;
  readonly fileName: string | null;
}

/** Sets the last message of every ticket and since when the customer waits. */
export function finishTickets(ctx: Context, source: string): void {
  const { tenant } = ctx;
  for (let after = ""; ; ) {
    const tickets = queryAll(tenant.db, sql.importedTickets, { source, after });
    if (tickets.length === 0) return;
    after = tickets.at(-1)?.externalId ?? "";
    withSyncNormal(tenant.db, () =>
      tenant.write((unit) => {
        for (const { id, status, lastMessageId } of tickets) finish(unit, id, status, lastMessageId);
      }),
    );
  }
}

const kindOf = (message: Newest) => kindForPreview({ ...message, sticker: message.sticker === 1 });
const line = (message: Newest): string => previewText(message, message.fileName).slice(0, 255);

function finish(unit: TenantUnit, id: number, status: string, lastMessageId: number | null): void {
  const newest = queryOne(unit.db, sql.newestMessage, { ticketId: id });
  if (!newest || newest.id <= (lastMessageId ?? 0)) return;
  const heard = newest.fromMe === 0 ? newest : queryOne(unit.db, sql.newestCustomerMessage, { ticketId: id });
  execute(unit.db, sql.storeLastMessages, {
    lastMessage: line(newest),
    lastMessageId: newest.id,
    lastMessageFromMe: newest.fromMe,
    lastMessageType: kindOf(newest),
    lastMessageAt: newest.at,
    lastCustomerMessage: heard ? line(heard) : null,
    lastCustomerMessageId: heard?.id ?? null,
    lastCustomerMessageType: heard ? kindOf(heard) : null,
    lastCustomerMessageAt: heard?.at ?? null,
    waitingSince: status !== "closed" && newest.fromMe === 0 ? newest.at : null,
    id,
  });
}

import type { MediaType } from "#inbox/messages/contract.ts";
import { kindForPreview, previewText } from "#inbox/messages/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { withSyncNormal } from "#platform/db/sync-mode.ts";
import type { Context } from "#provider/importer/context.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const TICKETS = `SELECT r.external_id AS externalId, t.id, t.status, t.last_message_id AS lastMessageId
  FROM import_reference r JOIN ticket t ON t.id = r.id
  WHERE r.source = ? AND r.kind = 'Tickets' AND r.external_id > ? ORDER BY r.external_id LIMIT 500`;
const NEWEST = (
  of: string,
) => `SELECT m.id, m.body, m.media_type AS mediaType, m.sticker, m.from_me AS fromMe,
    m.deleted_at AS deletedAt, m.created_at AS at, f.name AS fileName
  FROM message m LEFT JOIN media_file f ON f.id = m.media_id WHERE m.ticket_id = ? ${of} ORDER BY m.id DESC LIMIT 1`;
const OF_ANYBODY = NEWEST("");
const OF_CUSTOMER = NEWEST("AND m.from_me = 0");
const WRITE = `UPDATE ticket SET last_message = ?, last_message_id = ?, last_message_from_me = ?, last_message_type = ?,
  last_message_at = ?, last_customer_message = ?, last_customer_message_id = ?, last_customer_message_type = ?,
  last_customer_message_at = ?, waiting_since = ? WHERE id = ?`;

interface Newest {
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
    const tickets = all<{ externalId: string; id: number; status: string; lastMessageId: number | null }>(
      tenant.db,
      TICKETS,
      source,
      after,
    );
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
  const newest = one<Newest>(unit.db, OF_ANYBODY, id);
  if (!newest || newest.id <= (lastMessageId ?? 0)) return;
  const heard = newest.fromMe === 0 ? newest : one<Newest>(unit.db, OF_CUSTOMER, id);
  run(
    unit.db,
    WRITE,
    line(newest),
    newest.id,
    newest.fromMe,
    kindOf(newest),
    newest.at,
    heard ? line(heard) : null,
    heard?.id ?? null,
    heard ? kindOf(heard) : null,
    heard?.at ?? null,
    status !== "closed" && newest.fromMe === 0 ? newest.at : null,
    id,
  );
}

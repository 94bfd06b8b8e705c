import { setImmediate as turn } from "node:timers/promises";
import type { MediaType } from "#inbox/messages/contract.ts";
import { kindForPreview, previewText } from "#inbox/messages/index.ts";
import { withSyncNormal } from "#platform/db/durability/sync-mode.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { Cancelled, type Context, timesOf } from "#provider/importer/context.ts";
import type { Row } from "#provider/importer/dump/values.ts";
import { note, tallyOf } from "#provider/importer/report.ts";
import { Skip } from "#provider/importer/rows.ts";
import type { Staged } from "#provider/importer/staging.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./messages.sql.ts";
import { Messages } from "./messages.ts";

/** Batches grow: the search index has less to merge when it is written to in large pieces. */
const FIRST_BATCH = 1000;
const MAX_BATCH = 4000;

/** Imports the messages of a company, oldest first; see `loadRows`. Throws Cancelled. */
export async function loadMessages(ctx: Context): Promise<void> {
  const messages = new Messages(ctx);
  const tally = tallyOf(ctx.report, "Messages");
  let batch = FIRST_BATCH;
  for (let after: Staged | undefined; ; ) {
    const page = ctx.staging.page("Messages", ctx.company, after, batch);
    batch = Math.min(batch * 2, MAX_BATCH);
    if (page.length === 0) return;
    const rows = page.map(({ id, data }) => ({ id, row: JSON.parse(data) as Row }));
    await messages.prepare(rows.map(({ row }) => row));
    withSyncNormal(ctx.tenant.db, () =>
      ctx.tenant.write((unit) => {
        for (const { id, row } of rows) {
          tally.read += 1;
          const explain = (reason: Parameters<typeof note>[2], detail?: string) =>
            note(ctx.report, "Messages", reason, id, detail);
          try {
            tally[messages.store(unit, { row, id, ...timesOf(ctx, row), note: explain })] += 1;
          } catch (error) {
            const skip = error instanceof Skip ? error : repeated(error);
            tally.skipped += 1;
            explain(skip.reason, skip.detail);
          }
        }
      }),
    );
    ctx.onRows(page.length);
    after = page.at(-1);
    await turn();
    if (ctx.signal.aborted) throw new Cancelled();
  }
}

/** Whether the error is about two rows of one message; other errors are rethrown. */
function repeated(error: unknown): Skip {
  if ((error as { code?: unknown }).code === "SQLITE_CONSTRAINT_UNIQUE") return new Skip("repeated");
  throw error;
}

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
  const newestOfCustomer =
    newest.fromMe === 0 ? newest : queryOne(unit.db, sql.newestCustomerMessage, { ticketId: id });
  execute(unit.db, sql.storeLastMessages, {
    lastMessage: line(newest),
    lastMessageId: newest.id,
    lastMessageFromMe: newest.fromMe,
    lastMessageType: kindOf(newest),
    lastMessageAt: newest.at,
    lastCustomerMessage: newestOfCustomer ? line(newestOfCustomer) : null,
    lastCustomerMessageId: newestOfCustomer?.id ?? null,
    lastCustomerMessageType: newestOfCustomer ? kindOf(newestOfCustomer) : null,
    lastCustomerMessageAt: newestOfCustomer?.at ?? null,
    waitingSince: status !== "closed" && newest.fromMe === 0 ? newest.at : null,
    id,
  });
}

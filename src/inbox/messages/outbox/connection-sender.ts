import { ProviderPort, type SessionKey } from "#channels/connections/index.ts";
import { MessageSending } from "#inbox/messages/events.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import { withDeferredSync } from "#platform/db/deferred-sync.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { withSyncNormal } from "#platform/db/sync-mode.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { acceptAs, fail, retryLater, returnToQueue } from "./complete.ts";
import { compose, Refused, type SendingConnection } from "./compose.ts";
import * as sql from "./connection-sender.sql.ts";
import { PRIORITY } from "./enqueue.ts";
import { claim, headOfContact, heads, outboxById } from "./queries.ts";
import { ACCEPTED_WITHIN_MS } from "./retry.ts";

/** Minimum pause between two files on one connection, ms (docs/rules/messages.md#outbox). */
const MEDIA_GAP_MS = 3000;
/**
 * Number of chats sent to in parallel on a connection without a send interval. With fewer, the engine idles while the
 * network answers.
 */
const WIDTH = 64;
/**
 * Number of sends in flight above which rows are collected in batches: the driver is then busy for longer than a batch
 * needs.
 */
const CROWD = 16;
/** While many sends are in flight, rows are collected for this long and claimed in one transaction, ms. */
const GATHER_MS = 4;

/** Sends the due rows of one connection, in order per chat and at the pace of the connection. */
export interface ConnectionSender {
  readonly tenant: Tenant;
  readonly inFlight: ReadonlySet<number>;
  /** Schedules a check for rows to send: only those of the contact when only its rows have changed, else all rows. */
  wake(contactId?: number): void;
  stop(): Promise<void>;
}

export function createConnectionSender(
  installation: Installation,
  tenant: Tenant,
  connectionId: number,
): ConnectionSender {
  const { clock, ports } = installation;
  const provider = ports.use(ProviderPort);
  const key: SessionKey = { companyId: tenant.id, connectionId };
  const inFlight = new Set<number>();
  const busyChats = new Set<number>();
  const handOvers = new Set<Promise<void>>();
  let looking = false;
  let stopped = false;
  let freeAt = 0;
  let mediaFreeAt = 0;
  let cancelTimer = () => {};
  /**
   * The contacts whose rows changed since all others had nothing to send; null = any contact may have a row to send.
   */
  let changed: Set<number> | null = null;

  const wake = (contactId?: number) => {
    if (contactId) changed?.add(contactId);
    else changed = null;
    if (looking || stopped) return;
    looking = true;
    // Rows queued in the same turn of the event loop are claimed together.
    if (handOvers.size > CROWD) clock.after(GATHER_MS, look);
    else setImmediate(look);
  };
  const wakeIn = (ms: number) => {
    cancelTimer();
    cancelTimer = clock.after(ms, () => wake());
  };

  const look = () => {
    looking = false;
    // The next send of an evicted company starts the sender again.
    if (stopped || !tenant.db.$client.open) return;
    try {
      takeNext();
    } catch (error) {
      changed = null;
      tenant.log.error({ connection: connectionId, err: error }, "sending failed; the sweep tries again");
    }
  };

  const takeNext = () => {
    const rules = queryOne(tenant.db, sql.rules, { id: connectionId });
    if (rules?.status !== "CONNECTED") {
      changed = null;
      return;
    }
    const now = clock.now();
    if (now < freeAt) {
      wakeIn(freeAt - now);
      return;
    }
    const room = (rules.gap > 0 ? 1 : WIDTH) - busyChats.size;
    if (room <= 0) return;
    const rows = changedHeads(now) ?? heads(tenant.db, connectionId, now, WIDTH);
    const picked = pick(rows, room, now);
    // The rows that found no free slot may belong to any contact.
    changed = rows.length < WIDTH && picked.length < room ? new Set() : null;
    if (picked.length === 0) return;
    freeAt = now + rules.gap;
    if (picked.some(isMedia)) mediaFreeAt = now + MEDIA_GAP_MS;
    const claimed = claimAll(picked);
    const repeated = new Set(picked.filter((row) => row.providerId !== null).map((row) => row.id));
    for (const row of claimed) begin(row, rules, !repeated.has(row.id));
    if (rules.gap > 0) wakeIn(rules.gap);
    // A claim failed: try the next row now; otherwise wait for a send to finish.
    else if (claimed.length < picked.length) wake();
  };

  /**
   * Returns the first rows of the contacts whose rows have changed, in the order of sending. Reading the first rows of
   * all chats would walk the whole queue when few chats have long queues. Null = read all; also when a first row is not
   * due yet, because a row of lower priority may then be sent first.
   */
  const changedHeads = (now: number): readonly OutboxRow[] | null => {
    if (changed === null) return null;
    const rows: OutboxRow[] = [];
    for (const contactId of changed) {
      // When the contact's send in flight ends, the contact is added again.
      if (busyChats.has(contactId)) continue;
      const row = headOfContact(tenant.db, connectionId, contactId);
      if (row && row.nextTryAt > now) return null;
      if (row) rows.push(row);
    }
    return rows.sort((a, b) => a.priority - b.priority || a.id - b.id);
  };

  /** Picks the first row of each chat that has no send in flight. Files wait for the interval between files. */
  const pick = (rows: readonly OutboxRow[], room: number, now: number): readonly OutboxRow[] => {
    const picked: OutboxRow[] = [];
    const passed = new Set(busyChats);
    let media = now >= mediaFreeAt;
    for (const row of rows) {
      if (passed.has(chatOf(row))) continue;
      passed.add(chatOf(row));
      if (isMedia(row)) {
        if (!media) {
          wakeIn(mediaFreeAt - now);
          continue;
        }
        media = false;
      }
      picked.push(row);
      if (picked.length === room) break;
    }
    return picked;
  };

  /** Claims rows and stores their provider ids before anything is sent. */
  const claimAll = (rows: readonly OutboxRow[]): readonly OutboxRow[] =>
    // The event that caused an automatic message may not be synced yet; the sync before this send covers both.
    rows.some((row) => row.priority === PRIORITY.automatic)
      ? withDeferredSync(tenant.db, () => claimRows(rows))
      : // A claim lost in a power cut is repeated with the same id, and the network recognises the id.
        withSyncNormal(tenant.db, () => claimRows(rows));
  const claimRows = (rows: readonly OutboxRow[]): readonly OutboxRow[] =>
    tenant.write((unit) =>
      rows.flatMap((row) => {
        const seed = `${tenant.id}:${row.id}:${row.createdAt}`;
        const providerId = row.providerId ?? provider.newMessageId(key, seed);
        if (!claim(unit, row.id, providerId, unit.now + ACCEPTED_WITHIN_MS)) return [];
        if (row.kind === "message" && row.messageId !== null) {
          execute(unit.db, sql.showSending, { providerId, updatedAt: unit.now, id: row.messageId });
          unit.emit(MessageSending, { messageId: row.messageId });
        }
        return [{ ...row, providerId }];
      }),
    );

  const begin = (row: OutboxRow, connection: SendingConnection, isFirst: boolean) => {
    inFlight.add(row.id);
    busyChats.add(chatOf(row));
    const handOver = handOverRow(row, connection, isFirst)
      // If the result cannot be stored (disk full), the sweep finds the row later.
      .catch((error: unknown) =>
        tenant.log.error(
          { outbox: row.id, err: error },
          "result of a send could not be stored; the sweep repeats the send",
        ),
      )
      .finally(() => {
        inFlight.delete(row.id);
        busyChats.delete(chatOf(row));
        handOvers.delete(handOver);
        wake(row.contactId);
      });
    handOvers.add(handOver);
  };

  const handOverRow = async (
    row: OutboxRow,
    connection: SendingConnection,
    isFirst: boolean,
  ): Promise<void> => {
    try {
      const content = await compose(tenant, row, connection);
      // Sync first: a power cut must not undo the claim of a message that was sent.
      await tenant.onDisk();
      const result = await provider.send(key, { ...content, isFirst });
      tenant.log.debug(
        { connection: connectionId, outbox: row.id, networkId: row.providerId, state: result.state },
        "send handed to the network",
      );
      // Until the network accepts the message, its row stays in `sending`.
      if (result.state === "accepted") taken(row, result.providerId);
      if (result.state === "retry" && result.pauseMs) rest(row, result.pauseMs);
      else if (result.state === "retry") again(row, result.detail);
      if (result.state === "refused") refuse(row, result.code, result.detail);
    } catch (error) {
      if (error instanceof Refused) refuse(row, error.code, error.message);
      else again(row, error instanceof Error ? error.message : String(error));
    }
  };

  /** Undefined when the network's answer has completed the row in the meantime. */
  const stillSending = (row: OutboxRow) => {
    const now = outboxById(tenant.db, row.id);
    return now?.state === "sending" ? now : undefined;
  };
  const again = (row: OutboxRow, detail: string) => {
    const online = queryOne(tenant.db, sql.rules, { id: connectionId })?.status === "CONNECTED";
    tenant.write((unit) => {
      const current = stillSending(row);
      if (!current) return;
      // An outage does not count as an attempt: the row waits until the connection is back.
      if (online) retryLater(unit, current, detail);
      else returnToQueue(unit, current);
    });
  };
  /** Pauses the connection for the time the network asked for; the refused row is sent first afterwards. */
  const rest = (row: OutboxRow, ms: number) => {
    const until = clock.now() + ms;
    freeAt = Math.max(freeAt, until);
    tenant.write((unit) => {
      const current = stillSending(row);
      if (current) returnToQueue(unit, current, until);
    });
    wakeIn(ms);
  };
  const taken = (row: OutboxRow, providerId: string) =>
    tenant.write((unit) => {
      // The echo may have arrived before this result.
      const current = stillSending(row);
      if (current) acceptAs(unit, current, providerId);
    });
  const refuse = (row: OutboxRow, code: string, detail: string) =>
    tenant.write((unit) => {
      const current = stillSending(row);
      if (current) fail(unit, current, code, detail);
    });

  return {
    tenant,
    inFlight,
    wake,
    async stop() {
      stopped = true;
      cancelTimer();
      await Promise.all(handOvers);
    },
  };
}

/** Rows without a contact are unordered. */
const chatOf = (row: OutboxRow): number => (row.contactId === 0 ? -row.id : row.contactId);
const isMedia = (row: OutboxRow): boolean => row.payload.startsWith('{"content":{"type":"media"');

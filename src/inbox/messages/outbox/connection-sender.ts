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
import { claim, heads, outboxById } from "./queries.ts";
import { ACCEPTED_WITHIN_MS } from "./retry.ts";

/** One file per this many ms and connection (docs/rules/messages.md#outbox). */
const MEDIA_GAP_MS = 3000;
/** Chats that may be handed over at once where the connection asks for no pause. */
const WIDTH = 64;
/** With more than this on their way, the driver has work for longer than the lane gathers. */
const CROWD = 16;
/** Rows that become free or arrive while a crowd is on its way are claimed in one transaction, ms. */
const GATHER_MS = 4;

/** The one sender of a connection: takes what is due, in order per chat and at the connection's pace. */
export interface ConnectionSender {
  readonly tenant: Tenant;
  readonly inFlight: ReadonlySet<number>;
  wake(): void;
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

  const wake = () => {
    if (looking || stopped) return;
    looking = true;
    // What one turn of the loop decided to send is looked at once.
    if (handOvers.size > CROWD) clock.after(GATHER_MS, look);
    else setImmediate(look);
  };
  const wakeIn = (ms: number) => {
    cancelTimer();
    cancelTimer = clock.after(ms, wake);
  };

  const look = () => {
    looking = false;
    // A company that fell asleep is woken by its next send.
    if (stopped || !tenant.db.$client.open) return;
    try {
      takeNext();
    } catch (error) {
      tenant.log.error({ connection: connectionId, err: error }, "sender failed");
    }
  };

  const takeNext = () => {
    const rules = queryOne(tenant.db, sql.rules, { id: connectionId });
    if (rules?.status !== "CONNECTED") return;
    const now = clock.now();
    if (now < freeAt) {
      wakeIn(freeAt - now);
      return;
    }
    const room = (rules.gap > 0 ? 1 : WIDTH) - busyChats.size;
    if (room <= 0) return;
    const picked = pick(heads(tenant.db, connectionId, now, WIDTH), room, now);
    if (picked.length === 0) return;
    freeAt = now + rules.gap;
    if (picked.some(isMedia)) mediaFreeAt = now + MEDIA_GAP_MS;
    const claimed = claimAll(picked);
    for (const row of claimed) begin(row, rules);
    if (rules.gap > 0) wakeIn(rules.gap);
    // In the place of one that was taken back another may go; else the end of a hand-over makes room.
    else if (claimed.length < picked.length) wake();
  };

  /** The first rows whose chat is free, no two of one chat; files wait for their turn. */
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

  /** The id of the network is made and stored before anything is handed over. */
  const claimAll = (rows: readonly OutboxRow[]): readonly OutboxRow[] =>
    // What an inbound event decided may itself not be on disk yet: then the sync before its send takes it along.
    rows.some((row) => row.priority === PRIORITY.automatic)
      ? withDeferredSync(tenant.db, () => claimRows(rows))
      : // A claim that the power takes is made again from its row, with the same id: the network knows it then.
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

  const begin = (row: OutboxRow, connection: SendingConnection) => {
    inFlight.add(row.id);
    busyChats.add(chatOf(row));
    const handOver = handOverRow(row, connection)
      // What could not even be written down (disk full) is found by the sweep.
      .catch((error: unknown) => tenant.log.error({ outbox: row.id, err: error }, "send not settled"))
      .finally(() => {
        inFlight.delete(row.id);
        busyChats.delete(chatOf(row));
        handOvers.delete(handOver);
        wake();
      });
    handOvers.add(handOver);
  };

  const handOverRow = async (row: OutboxRow, connection: SendingConnection): Promise<void> => {
    try {
      const content = await compose(tenant, row, connection);
      // Nobody gets what a power cut could still take from us.
      await tenant.onDisk();
      const result = await provider.send(key, content);
      tenant.log.debug(
        { connection: connectionId, outbox: row.id, networkId: row.providerId, state: result.state },
        "send handed to the network",
      );
      // Written is all we know; the network's word settles it.
      if (result.state === "accepted") taken(row, result.providerId);
      if (result.state === "retry" && result.pauseMs) rest(row, result.pauseMs);
      else if (result.state === "retry") again(row, result.detail);
      if (result.state === "refused") refuse(row, result.code, result.detail);
    } catch (error) {
      if (error instanceof Refused) refuse(row, error.code, error.message);
      else again(row, error instanceof Error ? error.message : String(error));
    }
  };

  /** Only what is still on its way: the network may have answered first. */
  const stillSending = (row: OutboxRow) => {
    const now = outboxById(tenant.db, row.id);
    return now?.state === "sending" ? now : undefined;
  };
  const again = (row: OutboxRow, detail: string) => {
    const online = queryOne(tenant.db, sql.rules, { id: connectionId })?.status === "CONNECTED";
    tenant.write((unit) => {
      const current = stillSending(row);
      if (!current) return;
      // An outage counts no tries: it waits for the connection.
      if (online) retryLater(unit, current, detail);
      else returnToQueue(unit, current);
    });
  };
  /** The network wants a pause: nothing goes meanwhile, and what was refused goes first afterwards. */
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
      // The echo may have been faster.
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

/** Rows for nobody in our books have no order among them. */
const chatOf = (row: OutboxRow): number => (row.contactId === 0 ? -row.id : row.contactId);
const isMedia = (row: OutboxRow): boolean => row.payload.startsWith('{"content":{"type":"media"');

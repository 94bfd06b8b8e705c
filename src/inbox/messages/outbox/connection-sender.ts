import { ProviderPort } from "#channels/connections/index.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import { type Clock, steadyTime } from "#platform/clock.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { claimRows } from "./claim-rows.ts";
import type { SendingConnection } from "./compose.ts";
import * as sql from "./connection-sender.sql.ts";
import { handOver, type SendingSession } from "./hand-over.ts";
import { headOfContact, heads } from "./queries.ts";

/** Minimum pause between two files on a connection, ms (docs/rules/messages.md#outbox). */
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
export class ConnectionSender {
  readonly tenant: Tenant;
  /** Ids of the rows being sent. */
  readonly inFlight = new Set<number>();
  readonly #clock: Clock;
  /** Clock for the pauses below: steady, because a wall clock that is set back would lengthen them. */
  readonly #steadyNow: () => number;
  readonly #session: SendingSession;
  readonly #busyChats = new Set<number>();
  readonly #handOvers = new Set<Promise<void>>();
  #isScheduled = false;
  #isStopped = false;
  /** The send interval of the connection, or a pause that the network asked for, ends at this steady time, ms. */
  #freeAt = Number.NEGATIVE_INFINITY;
  /** The interval between two files ends at this steady time, ms. */
  #mediaFreeAt = Number.NEGATIVE_INFINITY;
  #cancelTimer = () => {};
  /** Contacts that may have a row to send; null = any contact may have one. */
  #changed: Set<number> | null = null;

  constructor(installation: Installation, tenant: Tenant, connectionId: number) {
    this.tenant = tenant;
    this.#clock = installation.clock;
    this.#steadyNow = steadyTime(installation.clock);
    const provider = installation.ports.use(ProviderPort);
    const key = { companyId: tenant.id, connectionId };
    this.#session = { tenant, key, provider, pause: (ms) => this.#pause(ms) };
  }

  /** Schedules a check for rows to send: only those of the contact when only its rows have changed, else all rows. */
  wake(contactId?: number): void {
    if (contactId) this.#changed?.add(contactId);
    else this.#changed = null;
    if (this.#isScheduled || this.#isStopped) return;
    this.#isScheduled = true;
    // Rows queued in the same turn of the event loop are claimed together.
    if (this.#handOvers.size > CROWD) this.#clock.after(GATHER_MS, this.#check);
    else setImmediate(this.#check);
  }

  /** Starts no further sends; resolves when the running sends are done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer();
    await Promise.all(this.#handOvers);
  }

  #wakeIn(ms: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#clock.after(ms, () => this.wake());
  }

  readonly #check = () => {
    this.#isScheduled = false;
    // The next send of an evicted company starts the sender again.
    if (this.#isStopped || !this.tenant.db.$client.open) return;
    try {
      this.#sendNext();
    } catch (error) {
      this.#changed = null;
      const { connectionId } = this.#session.key;
      this.tenant.log.error(
        { connection: connectionId, err: error },
        "outbox of a connection not processed; the sweep tries again",
      );
    }
  };

  #sendNext(): void {
    const { connectionId } = this.#session.key;
    const rules = queryOne(this.tenant.db, sql.rules, { id: connectionId });
    if (rules?.status !== "CONNECTED") {
      this.#changed = null;
      return;
    }
    const now = this.#clock.now();
    const steadyNow = this.#steadyNow();
    if (steadyNow < this.#freeAt) {
      this.#wakeIn(this.#freeAt - steadyNow);
      return;
    }
    const room = (rules.gap > 0 ? 1 : WIDTH) - this.#busyChats.size;
    if (room <= 0) return;
    const rows = this.#changedHeads(now) ?? heads(this.tenant.db, connectionId, now, WIDTH);
    const picked = this.#pick(rows, room, steadyNow);
    // If rows found no free slot, any contact may have a row to send.
    this.#changed = rows.length < WIDTH && picked.length < room ? new Set() : null;
    if (picked.length === 0) return;
    this.#freeAt = steadyNow + rules.gap;
    if (picked.some(isMedia)) this.#mediaFreeAt = steadyNow + MEDIA_GAP_MS;
    const claimed = claimRows(this.#session, picked);
    const repeated = new Set(picked.filter((row) => row.providerId !== null).map((row) => row.id));
    for (const row of claimed) this.#begin(row, rules, !repeated.has(row.id));
    if (rules.gap > 0) this.#wakeIn(rules.gap);
    // A claim failed: try the next row now; otherwise wait for a send to finish.
    else if (claimed.length < picked.length) this.wake();
  }

  /**
   * Returns the first rows of the contacts whose rows have changed, in the order of sending. Reading the first rows of
   * all chats would walk the whole queue when few chats have long queues. Null = read all; also when a first row is not
   * due yet, because a row of lower priority may then be sent first.
   */
  #changedHeads(now: number): readonly OutboxRow[] | null {
    if (this.#changed === null) return null;
    const rows: OutboxRow[] = [];
    for (const contactId of this.#changed) {
      // When the contact's send in flight ends, the contact is added again.
      if (this.#busyChats.has(contactId)) continue;
      const row = headOfContact(this.tenant.db, this.#session.key.connectionId, contactId);
      // A held row waits, and all later rows of its contact wait behind it.
      if (!row || row.heldBy !== null) continue;
      if (row.nextTryAt > now) return null;
      rows.push(row);
    }
    return rows.sort((a, b) => a.priority - b.priority || a.id - b.id);
  }

  /** Picks the first row of each chat that has no send in flight. Files wait for the interval between files. */
  #pick(rows: readonly OutboxRow[], room: number, steadyNow: number): readonly OutboxRow[] {
    const picked: OutboxRow[] = [];
    const passed = new Set(this.#busyChats);
    let mayBeMedia = steadyNow >= this.#mediaFreeAt;
    for (const row of rows) {
      if (passed.has(chatOf(row))) continue;
      passed.add(chatOf(row));
      if (isMedia(row)) {
        if (!mayBeMedia) {
          this.#wakeIn(this.#mediaFreeAt - steadyNow);
          continue;
        }
        mayBeMedia = false;
      }
      picked.push(row);
      if (picked.length === room) break;
    }
    return picked;
  }

  #begin(row: OutboxRow, connection: SendingConnection, isFirst: boolean): void {
    this.inFlight.add(row.id);
    this.#busyChats.add(chatOf(row));
    const handedOver = handOver(this.#session, row, connection, isFirst)
      // If the result cannot be stored (disk full), the sweep handles the row later.
      .catch((error: unknown) =>
        this.tenant.log.error(
          { outbox: row.id, err: error },
          "result of a send could not be stored; the sweep repeats the send",
        ),
      )
      .finally(() => {
        this.inFlight.delete(row.id);
        this.#busyChats.delete(chatOf(row));
        this.#handOvers.delete(handedOver);
        this.wake(row.contactId);
      });
    this.#handOvers.add(handedOver);
  }

  /** Pauses the connection for the time that the network asked for. */
  #pause(ms: number): void {
    this.#freeAt = Math.max(this.#freeAt, this.#steadyNow() + ms);
    this.#wakeIn(ms);
  }
}

/** Rows without a contact are unordered. */
const chatOf = (row: OutboxRow): number => (row.contactId === 0 ? -row.id : row.contactId);
const isMedia = (row: OutboxRow): boolean => row.payload.startsWith('{"content":{"type":"media"');

import type { proto } from "@whiskeysockets/baileys";
import type { InboundBatch, InboundEvent, ReceivedFile } from "#channels/connections/provider.ts";
import {
  createKeyedQueues,
  type KeyedQueues,
  limitConcurrency,
} from "#channels/connections/whatsapp/socket/keyed-queues.ts";
import { isStoreError } from "#channels/connections/whatsapp/store/database.ts";
import type { JournalRow } from "#channels/connections/whatsapp/store/journal.ts";
import type { MediaReference } from "#channels/connections/whatsapp/store/media-references.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { type Batches, createBatches } from "./batches.ts";
import { type CallFollower, createCallFollower } from "./calls.ts";
import { type Interpretation, interpret } from "./interpret.ts";

/** What the reader needs from its session. */
export interface JournalReaderPorts {
  readonly deliver: (batch: InboundBatch) => void;
  /** Downloads a file; null when that is not possible now. */
  readonly fetchFile: (reference: MediaReference, handle: string) => Promise<ReceivedFile | null>;
  /** Turns history into journal rows. */
  readonly importHistory: (notification: proto.Message.IHistorySyncNotification) => Promise<void>;
  readonly rejectCall: (callId: string, from: string) => void;
  readonly rejectsCalls: () => boolean;
  /** Called for each message of a group, with the group's address. */
  readonly onGroup: (jid: string) => void;
  /** Runs work on the store; false when the store could not be used. */
  readonly guard: (work: () => void) => boolean;
  /** Called when all journal rows are delivered. */
  readonly onDrained: () => void;
  readonly onError: (error: unknown) => void;
  readonly repeat: number;
  readonly now: () => number;
}

/** Events of this many ms are delivered together: one message to the main thread, one transaction there. */
const GATHER_MS = 3;
/**
 * While a batch waits for its acceptance, events are collected for at most this many ms: under load batches grow, and
 * each event costs less.
 */
const GATHER_BEHIND_BATCH_MS = 25;
/** Pause in ms before the store is read again after a failed read; it applies even if no further row is written. */
const READ_AGAIN_MS = 1000;
const READ_ROWS = 200;
/** Maximum number of rows that are delivered and not accepted; further rows stay on disk instead of in memory. */
const MAX_OUTSTANDING = 4000;
const DOWNLOADS_AT_ONCE = 4;

/** Delivers journal rows to the product, both live rows and those left by a crash. */
export class JournalReader {
  readonly #store: SessionStore;
  readonly #ports: JournalReaderPorts;
  readonly #calls: CallFollower;
  /** Keeps the order of events per chat. */
  readonly #chats: KeyedQueues;
  readonly #limited = limitConcurrency(DOWNLOADS_AT_ONCE);
  readonly #batches: Batches;
  readonly #repeating: ReturnType<typeof setInterval>;
  /** Number of the last row that was read. */
  #cursor = 0;
  /** Number of rows that are not read yet. */
  #pending: number;
  /** Number of rows that were read and are not in a batch yet, because a file or history is being downloaded. */
  #inWork = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #timerMs = 0;
  #isStopped = false;
  #waiters: (() => void)[] = [];

  constructor(store: SessionStore, ports: JournalReaderPorts) {
    this.#store = store;
    this.#ports = ports;
    this.#calls = createCallFollower(store.directory);
    this.#chats = createKeyedQueues(ports.onError);
    this.#pending = store.journal.size();
    this.#batches = createBatches(store.journal, {
      ...ports,
      behind: () => this.#pending + this.#inWork,
      deliver: (batch) => {
        if (!this.#isStopped) ports.deliver(batch);
      },
      onSettled: () => this.#settled(),
    });
    store.journal.onAppend = (rows) => {
      this.#pending += rows;
      this.#wake();
    };
    store.journal.onPass = (event) => {
      this.#batches.pass(event);
      if (!this.#isStopped) this.#gather();
    };
    this.#repeating = setInterval(() => this.#batches.repeat(), Math.max(10, ports.repeat / 4));
    this.#wake();
  }

  accept(batchId: number): void {
    this.#batches.accept(batchId);
  }

  /** True when no row is left to deliver. */
  isDrained(): boolean {
    return this.#pending === 0 && this.#inWork === 0 && this.#batches.outstanding() === 0;
  }

  /** Resolves when no row is outstanding, or after `limit` ms. */
  async settle(limit: number): Promise<void> {
    if (this.isDrained()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiters.push(resolve);
    const late = setTimeout(resolve, limit);
    await promise;
    clearTimeout(late);
  }

  stop(): void {
    this.#batches.flush();
    this.#isStopped = true;
    this.#batches.settle();
    if (this.#timer) clearTimeout(this.#timer);
    clearInterval(this.#repeating);
  }

  #settled(): void {
    this.#wake();
    if (!this.isDrained()) return;
    for (const resolve of this.#waiters) resolve();
    this.#waiters = [];
    this.#ports.onDrained();
  }

  #wake(): void {
    if (this.#isStopped || this.#pending === 0) return;
    if (this.#pending >= READ_ROWS) this.#run();
    else this.#gather();
  }

  /** Reads the journal after a short delay, so that further events join the batch. */
  #gather(): void {
    this.#schedule(this.#batches.isAnswered() ? GATHER_MS : GATHER_BEHIND_BATCH_MS);
  }

  /** Schedules the next read in `ms`; replaces a timer with a later time. */
  #schedule(ms: number): void {
    if (this.#timer && this.#timerMs <= ms) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timerMs = ms;
    this.#timer = setTimeout(this.#run, ms);
  }

  readonly #run = (): void => {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const isRead = this.#ports.guard(() => {
      while (!this.#isStopped && this.#pending > 0 && this.#outstanding() < MAX_OUTSTANDING) {
        const rows = this.#store.journal.after(this.#cursor, READ_ROWS);
        // Names of new chats are stored together, before their events are delivered.
        const found = this.#store.together(() =>
          rows.map((row) => (row.kind === "call" ? null : this.#interpret(row))),
        );
        for (const [index, row] of rows.entries()) this.#process(row, found[index] ?? null);
        this.#pending = Math.max(0, this.#pending - rows.length);
        if (rows.length < READ_ROWS) break;
      }
      this.#batches.flush();
    });
    if (!isRead && !this.#isStopped) this.#schedule(READ_AGAIN_MS);
  };

  #outstanding(): number {
    return this.#batches.outstanding() + this.#inWork;
  }

  #interpret(row: Exclude<JournalRow, { kind: "call" }>): Interpretation {
    try {
      return interpret(row, this.#store);
    } catch (error) {
      // The row stays and is read again: `guard` ends the socket.
      if (isStoreError(error)) throw error;
      this.#ports.onError(error);
      return { kind: "events", events: [], media: null };
    }
  }

  #process(row: JournalRow, found: Interpretation | null): void {
    this.#cursor = row.seq;
    if (row.kind === "call") this.#processCall(row);
    else if (found?.kind === "history") {
      const { notification } = found;
      this.#work("history", row.seq, async () => {
        await this.#ports.importHistory(notification);
        return [];
      });
    } else if (found) this.#processEvents(row.seq, found);
  }

  #processCall(row: Extract<JournalRow, { kind: "call" }>): void {
    const { event, reject } = this.#calls.follow(row, this.#ports.rejectsCalls());
    if (reject) this.#ports.rejectCall(reject.callId, reject.from);
    this.#batches.add(row.seq, event ? [event] : []);
  }

  #processEvents(seq: number, { events, media }: Extract<Interpretation, { kind: "events" }>): void {
    const [event] = events;
    const group = event?.chat.find((identity) => identity.kind === "group");
    if (group) this.#ports.onGroup(group.address);
    // An ack status only rises, so receipts do not wait for a file of their chat.
    if (!event || event.kind === "ack") this.#batches.add(seq, events);
    else if (media) this.#work(event.chatKey, seq, async () => [await this.#withFile(event, media)]);
    else this.#chats.run(event.chatKey, () => this.#batches.add(seq, events));
  }

  /** Delivers the result of `job` after the earlier events of the chat. */
  #work(chat: string, seq: number, job: () => Promise<readonly InboundEvent[]>): void {
    this.#inWork++;
    this.#chats.run(chat, async () => {
      try {
        const events = await job();
        this.#batches.add(seq, events);
      } finally {
        this.#inWork--;
      }
    });
  }

  async #withFile(event: InboundEvent, media: MediaReference): Promise<InboundEvent> {
    if (event.kind !== "message" || event.content.type !== "media") return event;
    const { file } = event.content.media;
    if (file.state === "stored") return event;
    const { fetchFile, now } = this.#ports;
    // Files of the history are downloaded when a user opens them, because a history may refer to thousands.
    const stored = event.history ? null : await this.#limited(() => fetchFile(media, file.handle));
    // The reference of a downloaded file is saved too: a company without free storage requests the file again later.
    this.#store.media.save(file.handle, media, now());
    if (!stored) return event;
    const kept = { ...stored, handle: file.handle };
    return { ...event, content: { ...event.content, media: { ...event.content.media, file: kept } } };
  }
}

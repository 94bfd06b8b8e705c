import type { proto } from "@whiskeysockets/baileys";
import type { InboundBatch, InboundEvent, ReceivedFile } from "#channels/connections/provider.ts";
import { createKeyedQueues, limitConcurrency } from "#channels/connections/whatsapp/socket/keyed-queues.ts";
import type { JournalRow } from "#channels/connections/whatsapp/store/journal.ts";
import type { MediaReference } from "#channels/connections/whatsapp/store/media-references.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { createBatches } from "./batches.ts";
import { createCallFollower } from "./calls.ts";
import { type Interpretation, interpret } from "./interpret.ts";

/** What the reader needs from its session. */
export interface PumpPorts {
  readonly deliver: (batch: InboundBatch) => void;
  /** Fetches a file; null when it cannot be had now. */
  readonly fetchFile: (reference: MediaReference, handle: string) => Promise<ReceivedFile | null>;
  /** Turns history into journal rows. */
  readonly importHistory: (notification: proto.Message.IHistorySyncNotification) => Promise<void>;
  readonly rejectCall: (callId: string, from: string) => void;
  readonly rejectsCalls: () => boolean;
  /** A message of this group was seen. */
  readonly onGroup: (jid: string) => void;
  /** Runs work on the store; false when the store could not be used. */
  readonly guard: (work: () => void) => boolean;
  /** Called when nothing is left to deliver. */
  readonly onDrained: () => void;
  readonly onError: (error: unknown) => void;
  readonly repeat: number;
  readonly now: () => number;
}

/** Delivers journal rows to the product, live ones and those left by a crash alike. */
export interface JournalReader {
  accept(batchId: number): void;
  /** True when nothing is left to deliver. */
  drained(): boolean;
  /** Resolves when nothing is outstanding, or after `limit` ms. */
  settle(limit: number): Promise<void>;
  stop(): void;
}

// Events of this many ms travel together: one message to the main thread, one transaction there.
const GATHER_MS = 3;
// While a batch waits for its acceptance, events are collected for at most this many ms: under load batches grow, and
// each event costs less.
const GATHER_BEHIND_BATCH_MS = 25;
// The store could not be read: tried again after this many ms, even when no further row is written.
const READ_AGAIN_MS = 1000;
const READ_ROWS = 200;
// Rows the product may owe us an answer for; beyond that they wait on disk, not in memory.
const MOST_OUTSTANDING = 4000;
const DOWNLOADS_AT_ONCE = 4;

export function createJournalReader(store: SessionStore, ports: PumpPorts): JournalReader {
  const calls = createCallFollower(store.directory);
  const lanes = createKeyedQueues(ports.onError);
  const gate = limitConcurrency(DOWNLOADS_AT_ONCE);
  let cursor = 0;
  let pending = store.journal.size();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let timerMs = 0;
  let stopped = false;
  // Rows read and still on their way to a batch: a file or history is being fetched.
  let inWork = 0;
  let waiters: (() => void)[] = [];

  const batches = createBatches(store.journal, {
    ...ports,
    behind: () => pending + inWork,
    deliver: (batch) => {
      if (!stopped) ports.deliver(batch);
    },
    onSettled: () => {
      wake();
      if (!drained()) return;
      for (const resolve of waiters) resolve();
      waiters = [];
      ports.onDrained();
    },
  });
  const drained = () => pending === 0 && inWork === 0 && batches.outstanding() === 0;
  const wake = () => {
    if (stopped || pending === 0) return;
    if (pending >= READ_ROWS) return run();
    schedule(batches.isAnswered() ? GATHER_MS : GATHER_BEHIND_BATCH_MS);
  };
  /** Runs in `ms`; a timer that waits for longer is replaced. */
  const schedule = (ms: number) => {
    if (timer && timerMs <= ms) return;
    if (timer) clearTimeout(timer);
    timerMs = ms;
    timer = setTimeout(run, ms);
  };
  const run = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const isRead = ports.guard(() => {
      while (!stopped && pending > 0 && batches.outstanding() + inWork < MOST_OUTSTANDING) {
        const rows = store.journal.after(cursor, READ_ROWS);
        // Names of new chats are stored together, before their events are delivered.
        const found = store.together(() => rows.map((row) => (row.kind === "call" ? null : read(row))));
        for (const [index, row] of rows.entries()) take(row, found[index] ?? null);
        pending = Math.max(0, pending - rows.length);
        if (rows.length < READ_ROWS) break;
      }
      batches.flush();
    });
    if (!isRead && !stopped) schedule(READ_AGAIN_MS);
  };

  const take = (row: JournalRow, found: Interpretation | null) => {
    cursor = row.seq;
    if (row.kind === "call") {
      const { event, reject } = calls.follow(row, ports.rejectsCalls());
      if (reject) ports.rejectCall(reject.callId, reject.from);
      return finish(row.seq, event ? [event] : []);
    }
    if (!found) return;
    if (found.kind === "history") {
      return work("history", row.seq, async () => {
        await ports.importHistory(found.notification);
        return [];
      });
    }
    const { events, media } = found;
    const [event] = events;
    if (!event) return finish(row.seq, []);
    const group = event.chat.find((identity) => identity.kind === "group");
    if (group) ports.onGroup(group.address);
    // Receipts only grow, so they do not wait for a file of their chat.
    if (event.kind === "ack") return finish(row.seq, events);
    if (!media) return lanes.run(event.chatKey, () => finish(row.seq, events));
    work(event.chatKey, row.seq, async () => [await withFile(event, media)]);
  };

  const read = (row: Exclude<JournalRow, { kind: "call" }>): Interpretation => {
    try {
      return interpret(row, store);
    } catch (error) {
      ports.onError(error);
      return { kind: "events", events: [], media: null };
    }
  };
  const finish = (seq: number, events: readonly InboundEvent[]) => batches.add(seq, events);
  const work = (lane: string, seq: number, job: () => Promise<readonly InboundEvent[]>) => {
    inWork++;
    lanes.run(lane, async () => {
      try {
        const events = await job();
        finish(seq, events);
      } finally {
        inWork--;
      }
    });
  };
  const withFile = async (event: InboundEvent, media: MediaReference): Promise<InboundEvent> => {
    if (event.kind !== "message" || event.content.type !== "media") return event;
    const { file } = event.content.media;
    if (file.state === "stored") return event;
    // Files of the history are fetched when a user opens them: a history may name thousands.
    const stored = event.history ? null : await gate(() => ports.fetchFile(media, file.handle));
    // Stored for fetched files, too: a company without free storage requests the file again later.
    store.media.save(file.handle, media, ports.now());
    if (!stored) return event;
    const kept = { ...stored, handle: file.handle };
    return { ...event, content: { ...event.content, media: { ...event.content.media, file: kept } } };
  };

  store.journal.onAppend = (rows) => {
    pending += rows;
    wake();
  };
  store.journal.onPass = (event) => {
    batches.pass(event);
    if (!stopped) timer ??= setTimeout(run, GATHER_MS);
  };
  const repeating = setInterval(() => batches.repeat(), Math.max(10, ports.repeat / 4));
  wake();
  return {
    accept: (batchId) => batches.accept(batchId),
    drained,
    async settle(limit) {
      if (drained()) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiters.push(resolve);
      const late = setTimeout(resolve, limit);
      await promise;
      clearTimeout(late);
    },
    stop() {
      batches.flush();
      stopped = true;
      batches.settle();
      if (timer) clearTimeout(timer);
      clearInterval(repeating);
    },
  };
}

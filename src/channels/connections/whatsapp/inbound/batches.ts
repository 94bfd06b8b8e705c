import type { InboundBatch, InboundEvent } from "#channels/connections/provider.ts";
import type { Journal } from "#channels/connections/whatsapp/store/journal.ts";

/** Delivers events to the product in batches and deletes their journal rows once the product has accepted them. */
export interface Batches {
  /** Queues the events of one journal row for the next batch; a row without events is deleted. */
  add(seq: number, events: readonly InboundEvent[]): void;
  /** Queues an event without a journal row for the next batch; the caller flushes. */
  pass(event: InboundEvent): void;
  /** Delivers the queued events without waiting for the turn of the event loop to end. */
  flush(): void;
  accept(batchId: number): void;
  /** Delivers batches again that were not accepted within `repeat` ms. */
  repeat(): void;
  /** True when the product has accepted every delivered batch. */
  isAnswered(): boolean;
  /** Number of journal rows that are queued, delivered and not accepted, or accepted and not yet deleted. */
  outstanding(): number;
  /** Deletes the accepted journal rows at once. */
  settle(): void;
}

interface Open {
  readonly batch: InboundBatch;
  readonly seqs: readonly number[];
  sentAt: number;
}

const BATCH_EVENTS = 200;

export function createBatches(
  journal: Pick<Journal, "forget">,
  options: {
    readonly deliver: (batch: InboundBatch) => void;
    readonly onSettled: () => void;
    /** Number of journal rows that are not delivered yet. */
    readonly behind: () => number;
    readonly guard: (work: () => void) => boolean;
    readonly repeat: number;
    readonly now: () => number;
  },
): Batches {
  const { deliver, now } = options;
  const open = new Map<number, Open>();
  let events: InboundEvent[] = [];
  let seqs: number[] = [];
  let done: number[] = [];
  let rowsOut = 0;
  let lastId = 0;

  // Accepted rows are deleted in one transaction per turn of the event loop.
  const forget = (rows: readonly number[]) => {
    if (rows.length === 0) return;
    if (done.length === 0) setImmediate(settle);
    done = done.concat(rows);
  };
  const settle = () => {
    const rows = done;
    done = [];
    if (rows.length === 0) return;
    options.guard(() => journal.forget(rows));
    options.onSettled();
  };
  const flush = () => {
    if (events.length === 0) return;
    const batch: InboundBatch = { id: ++lastId, events, behind: options.behind() };
    open.set(batch.id, { batch, seqs, sentAt: now() });
    rowsOut += seqs.length;
    events = [];
    seqs = [];
    deliver(batch);
  };
  return {
    add(seq, more) {
      if (more.length === 0) return forget([seq]);
      if (seqs.length === 0) setImmediate(flush);
      events.push(...more);
      seqs.push(seq);
      if (events.length >= BATCH_EVENTS) flush();
    },
    pass: (event) => void events.push(event),
    flush,
    accept(batchId) {
      const accepted = open.get(batchId);
      if (!accepted) return;
      open.delete(batchId);
      rowsOut -= accepted.seqs.length;
      forget(accepted.seqs);
    },
    repeat() {
      for (const entry of open.values()) {
        if (entry.sentAt > now() - options.repeat) continue;
        entry.sentAt = now();
        deliver(entry.batch);
      }
    },
    isAnswered: () => open.size === 0,
    outstanding: () => rowsOut + seqs.length + done.length,
    settle,
  };
}

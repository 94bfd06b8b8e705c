import { type ConsumerMessages, DeliverPolicy, jetstream } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { LogGap, type LogMessage } from "#cluster/log/log.ts";

/** A reader that got no message for this long checks whether the next one is stored, and starts again if it is, ms. */
const STALLED_MS = 3000;
/** Pause before a reader that could not be started is tried again, ms. */
const RETRY_MS = 500;
/** Bytes that the servers send ahead of the reader. */
const AHEAD_BYTES = 8 * 1024 * 1024;

export interface FollowOptions {
  readonly connection: NatsConnection;
  readonly stream: string;
  readonly from: number;
  readonly signal: AbortSignal;
  /** True if the leader has this message. */
  readonly isStored: (sequence: number) => Promise<boolean>;
  /** First sequence of the stream; null when no server answers. */
  readonly first: () => Promise<number | null>;
}

/**
 * Yields every message from `from` on, without holes. JetStream's ordered consumer restarts itself after most faults; this
 * function replaces a consumer that delivers nothing although the next message is stored.
 */
export async function* followStream(options: FollowOptions): AsyncIterable<LogMessage> {
  const { signal } = options;
  for (let next = options.from; !signal.aborted; ) {
    const first = await options.first();
    if (first !== null && next < first) throw new LogGap(next, first);
    const messages = await open(options, next).catch(() => null);
    if (!messages) {
      await pause(RETRY_MS, signal);
      continue;
    }
    const stalls = stopWhenStalled(messages, options, () => next);
    try {
      for await (const message of messages) {
        if (signal.aborted) return;
        // A restarted consumer repeats messages.
        if (message.seq < next) continue;
        // A message is missing: the next pass of the outer loop checks whether the log was shortened.
        if (message.seq > next) break;
        next += 1;
        stalls.moved();
        yield {
          sequence: message.seq,
          id: message.headers?.get("Nats-Msg-Id") ?? "",
          body: message.data,
          storedAtMs: message.time.getTime(),
        };
      }
    } catch {
      // The stream has no leader, or was replaced: start again.
    } finally {
      stalls.end();
      messages.stop();
    }
    await pause(RETRY_MS, signal);
  }
}

async function open({ connection, stream }: FollowOptions, from: number): Promise<ConsumerMessages> {
  const consumer = await jetstream(connection).consumers.get(stream, {
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: from,
  });
  return await consumer.consume({ max_bytes: AHEAD_BYTES, idle_heartbeat: 1000, expires: 5000 });
}

/** Stops the messages when the signal aborts, or when they are silent although the next one is stored. */
function stopWhenStalled(messages: ConsumerMessages, options: FollowOptions, next: () => number) {
  const { signal, isStored } = options;
  let moved = true;
  let isReading = false;
  const stop = () => messages.stop();
  const timer = setInterval(async () => {
    const wasMoving = moved || isReading;
    moved = false;
    if (wasMoving) return;
    isReading = true;
    if (await isStored(next())) stop();
    isReading = false;
  }, STALLED_MS);
  signal.addEventListener("abort", stop);
  return {
    moved: () => {
      moved = true;
    },
    end: () => {
      clearInterval(timer);
      signal.removeEventListener("abort", stop);
    },
  };
}

/** Ends early when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}

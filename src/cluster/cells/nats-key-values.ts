import { DeliverPolicy, jetstream } from "@nats-io/jetstream";
import { headers } from "@nats-io/transport-node";
import * as v from "valibot";
import { readAppended, readStored } from "#cluster/log/jetstream/answers.ts";
import type { Nats } from "#cluster/log/jetstream/connection.ts";
import { newUuid } from "#platform/ids.ts";
import { type KeyValue, type KeyValues, notAnswered } from "./key-values.ts";

/** A bucket of JetStream's key-value store by plain requests with time-outs: a watch could stay silent for ever after a reconnect. */

const TIMEOUT_MS = 1000;
const ATTEMPTS = 3;
const PAUSE_MS = 100;
/** Values that one request for all of them brings, and its time-out, ms. */
const PAGE = 5000;
const PAGE_MS = 10_000;
const API = "$JS.API.STREAM";
const Purged = v.object({ success: v.literal(true), purged: v.optional(v.number(), 0) });

export function createNatsKeyValues(nats: Nats, bucket: string): KeyValues {
  const prefix = `$KV.${bucket}.`;
  const stream = `KV_${bucket}`;

  const read = (query: object): Promise<KeyValue | null> =>
    known(async () => {
      const answer = await nats.ask(`${API}.MSG.GET.${stream}`, JSON.stringify(query), {
        timeoutMs: TIMEOUT_MS,
      });
      const found = readStored(answer);
      if (found.result !== "found") return found.result === "absent" ? null : undefined;
      const { subject, sequence, body } = found.message;
      return { key: subject.slice(prefix.length), value: textOf(body), revision: sequence };
    });

  return {
    get: (key) => read({ last_by_subj: prefix + key }),
    next: (pattern, revision) => read({ seq: revision, next_by_subj: prefix + pattern }),
    put(key, value, revision) {
      const conditions = headers();
      conditions.set("Nats-Expected-Last-Subject-Sequence", String(revision));
      // The servers recognise a repeated request whose first answer was lost.
      conditions.set("Nats-Msg-Id", newUuid());
      return known(async () => {
        const answer = await nats.ask(prefix + key, value, { timeoutMs: TIMEOUT_MS, headers: conditions });
        const appended = readAppended(answer);
        if (appended.result === "stored") return appended.sequence;
        return appended.result === "wrong-sequence" ? null : undefined;
      });
    },
    // A marker of deletion would stay in the bucket for ever, one for each value that the installation ever had.
    remove: (key, revision) =>
      known(async () => {
        const upTo = JSON.stringify({ filter: prefix + key, seq: revision + 1 });
        const answer = await nats.ask(`${API}.PURGE.${stream}`, upTo, { timeoutMs: TIMEOUT_MS });
        const purged = v.safeParse(Purged, answer);
        return purged.success ? purged.output.purged > 0 : undefined;
      }),
    async *all() {
      try {
        const consumer = await jetstream(nats.connection).consumers.get(stream, {
          deliver_policy: DeliverPolicy.All,
        });
        for (;;) {
          const { num_pending: pending } = await consumer.info();
          if (pending === 0) return;
          const count = Math.min(PAGE, pending);
          let received = 0;
          for await (const message of await consumer.fetch({ max_messages: count, expires: PAGE_MS })) {
            received += 1;
            const key = message.subject.slice(prefix.length);
            yield { key, value: textOf(message.data), revision: message.seq };
          }
          // Fewer than expected: keys were removed meanwhile.
          if (received === 0 && (await consumer.info()).num_pending > 0) throw notAnswered();
        }
      } catch {
        throw notAnswered();
      }
    },
  };
}

/** Repeats a request until its answer is known. Throws 503 ERR_NOT_DURABLE. */
async function known<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let n = 0; n < ATTEMPTS; n += 1) {
    if (n > 0) await Bun.sleep(PAUSE_MS);
    const answer = await attempt();
    if (answer !== undefined) return answer;
  }
  throw notAnswered();
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");

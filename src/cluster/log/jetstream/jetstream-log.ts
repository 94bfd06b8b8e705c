import { headers } from "@nats-io/transport-node";
import * as v from "valibot";
import type { Appended, BatchLog, LogState } from "#cluster/log/log.ts";
import { isNoStream, readAppended, readStored } from "./answers.ts";
import type { Nats } from "./connection.ts";
import { followStream } from "./follow.ts";
import { streamOf, subjectOf } from "./names.ts";
import { MAJORITY, NoAnswer } from "./no-answer.ts";

/** Time-out of requests on which no decision depends, ms. */
const INFO_TIMEOUT_MS = 3000;

/** Time-out of the question whether the stream exists, after an append without an answer, ms. The append waits for it. */
const MISSING_TIMEOUT_MS = 500;

const Replica = v.object({
  name: v.string(),
  current: v.optional(v.boolean(), false),
  lag: v.optional(v.number(), 0),
});
const Info = v.object({
  config: v.object({ max_bytes: v.optional(v.number(), -1) }),
  state: v.object({ first_seq: v.number(), last_seq: v.number(), bytes: v.number() }),
  cluster: v.optional(
    v.object({ leader: v.optional(v.string(), ""), replicas: v.optional(v.array(Replica), []) }),
  ),
});

/** The log of a cell in a JetStream stream. The connection is closed by its owner. */
export function createJetStreamLog(nats: Nats, cell: number): BatchLog {
  const stream = streamOf(cell);
  const closed = new AbortController();
  const info = (timeoutMs: number) => nats.ask(`$JS.API.STREAM.INFO.${stream}`, "", { timeoutMs });

  async function append(
    body: Uint8Array,
    { expected, id, timeoutMs }: Parameters<BatchLog["append"]>[1],
  ): Promise<Appended> {
    const conditions = headers();
    conditions.set("Nats-Msg-Id", id);
    conditions.set("Nats-Expected-Stream", stream);
    conditions.set("Nats-Expected-Last-Sequence", String(expected));
    const answer = await nats.ask(subjectOf(cell), body, { timeoutMs, headers: conditions });
    if (answer !== null) return readAppended(answer);
    // No answer: either the stream has no leader or it does not exist, which cannot be distinguished here.
    return isNoStream(await info(Math.min(timeoutMs, MISSING_TIMEOUT_MS)))
      ? { result: "missing" }
      : { result: "unknown" };
  }

  return {
    append,
    async read(sequence, { timeoutMs }) {
      const query = JSON.stringify({ seq: sequence });
      return readStored(await nats.ask(`$JS.API.STREAM.MSG.GET.${stream}`, query, { timeoutMs }));
    },
    follow: (from, signal) =>
      followStream({
        connection: nats.connection,
        stream,
        from,
        signal: AbortSignal.any([signal, closed.signal]),
        isStored: async (sequence) => {
          const query = JSON.stringify({ seq: sequence });
          const answer = await nats.ask(`$JS.API.STREAM.MSG.GET.${stream}`, query, {
            timeoutMs: INFO_TIMEOUT_MS,
          });
          return readStored(answer).result === "found";
        },
        first: async () => {
          const answer = v.safeParse(Info, await info(INFO_TIMEOUT_MS));
          return answer.success ? answer.output.state.first_seq : null;
        },
      }),
    async purge(upTo) {
      const body = JSON.stringify({ seq: upTo + 1 });
      const answer = await nats.ask(`$JS.API.STREAM.PURGE.${stream}`, body, { timeoutMs: INFO_TIMEOUT_MS });
      if (!v.is(v.object({ success: v.literal(true) }), answer))
        throw new Error(`the log could not be shortened: ${JSON.stringify(answer)}`);
    },
    async state(): Promise<LogState> {
      const described = await info(INFO_TIMEOUT_MS);
      if (isNoStream(described))
        throw new NoAnswer(`there is no log of the cell (stream ${stream}): balcao cluster init creates it`);
      const answer = v.safeParse(Info, described);
      if (!answer.success) throw new NoAnswer(`the servers did not describe ${stream}; ${MAJORITY}`);
      const { config, state, cluster } = answer.output;
      return {
        first: state.first_seq,
        last: state.last_seq,
        bytes: state.bytes,
        maxBytes: Math.max(0, config.max_bytes),
        leader: cluster?.leader ?? "",
        replicas: (cluster?.replicas ?? []).map(({ name, current, lag }) => ({
          name,
          isCurrent: current,
          lag,
        })),
      };
    },
    async close() {
      closed.abort();
    },
  };
}

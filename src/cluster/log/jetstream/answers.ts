import * as v from "valibot";
import type { Appended, LogMessage } from "#cluster/log/log.ts";

/** The answers of JetStream's API that the log and the leases read. Error codes: nats-server, server/errors.json. */

const Failure = v.object({
  error: v.object({ err_code: v.optional(v.number(), 0), description: v.optional(v.string(), "") }),
});
const Acknowledgement = v.object({
  stream: v.string(),
  seq: v.number(),
  duplicate: v.optional(v.boolean(), false),
});
const StoredMessage = v.object({
  message: v.object({
    subject: v.string(),
    seq: v.number(),
    hdrs: v.optional(v.string(), ""),
    data: v.optional(v.string(), ""),
    time: v.string(),
  }),
});

/** `wrong last sequence`, with and without the sequence in the text. */
const WRONG_SEQUENCE = [10071, 10164];
const STORE_FAILED = 10077;
const NO_MESSAGE = 10037;
const NO_STREAM = 10059;

/** The error code of an answer; null for a success or no answer. */
const errorCode = (answer: unknown): number | null =>
  v.is(Failure, answer) ? v.parse(Failure, answer).error.err_code : null;
export const isNoStream = (answer: unknown): boolean => errorCode(answer) === NO_STREAM;

/** The answer to a publish. Everything that is not certain is `unknown`: the message may be stored. */
export function readAppended(answer: unknown): Appended {
  if (v.is(Failure, answer)) {
    const { err_code, description } = v.parse(Failure, answer).error;
    if (WRONG_SEQUENCE.includes(err_code)) return { result: "wrong-sequence" };
    if (err_code === STORE_FAILED && description.startsWith("maximum")) return { result: "full" };
    return { result: "unknown" };
  }
  const stored = v.safeParse(Acknowledgement, answer);
  if (!stored.success) return { result: "unknown" };
  return { result: "stored", sequence: stored.output.seq, isDuplicate: stored.output.duplicate };
}

type Stored =
  | { readonly result: "found"; readonly message: LogMessage & { readonly subject: string } }
  | { readonly result: "absent" | "unknown" };

/** The answer to a request for one message. */
export function readStored(answer: unknown): Stored {
  if (errorCode(answer) === NO_MESSAGE) return { result: "absent" };
  const stored = v.safeParse(StoredMessage, answer);
  if (!stored.success) return { result: "unknown" };
  const { subject, seq, hdrs, data, time } = stored.output.message;
  const message = {
    subject,
    sequence: seq,
    id: messageId(Buffer.from(hdrs, "base64").toString()),
    body: Buffer.from(data, "base64"),
    storedAtMs: Date.parse(time),
  };
  return { result: "found", message };
}

/** The id in the raw headers of a stored message. */
function messageId(headers: string): string {
  return /^Nats-Msg-Id: *(.*?)\r?$/m.exec(headers)?.[1] ?? "";
}

import { headers } from "@nats-io/transport-node";
import * as v from "valibot";
import { ArchiveError } from "#cluster/archive/objects.ts";
import type { LogMessage } from "#cluster/log/log.ts";
import { readAppended, readStored } from "./answers.ts";
import type { Nats } from "./connection.ts";
import { objectStream } from "./names.ts";

/** Requests to a JetStream object store. They have time-outs and are repeated until their answer is known. */

const TIMEOUT_MS = 5000;
const ATTEMPTS = 4;
const PAUSE_MS = 500;
const API = "$JS.API.STREAM";

/** One object store. */
export interface ObjectBucket {
  readonly nats: Nats;
  readonly bucket: string;
}

/** The store in words, for errors. */
export const placeOf = (bucket: string): string => `the object store ${bucket} in NATS`;

const Listed = v.object({
  total: v.optional(v.number(), 0),
  state: v.object({ subjects: v.optional(v.record(v.string(), v.number()), {}) }),
});

/** Repeats a request until its answer is known. Throws `ArchiveError`. */
async function known<T>(bucket: string, what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  for (let n = 0; n < ATTEMPTS; n += 1) {
    if (n > 0) await Bun.sleep(PAUSE_MS);
    const answer = await attempt();
    if (answer !== undefined) return answer;
  }
  throw new ArchiveError(
    `${placeOf(bucket)} does not ${what}: does it exist, and have the servers room on their disks?`,
  );
}

/** Null when there is no such message. */
export const storedMessage = ({ nats, bucket }: ObjectBucket, query: object): Promise<LogMessage | null> =>
  known(bucket, "answer", async () => {
    const answer = await nats.ask(`${API}.MSG.GET.${objectStream(bucket)}`, JSON.stringify(query), {
      timeoutMs: TIMEOUT_MS,
    });
    const read = readStored(answer);
    if (read.result === "found") return read.message;
    return read.result === "absent" ? null : undefined;
  });

interface Publication {
  readonly subject: string;
  readonly body: Uint8Array | string;
  readonly id: string;
  /** The subject must not have a message yet. */
  readonly isFirst: boolean;
}

/** Returns the sequence; null when the subject has a message already and must not have one. */
export const publish = (
  { nats, bucket }: ObjectBucket,
  { subject, body, id, isFirst }: Publication,
): Promise<number | null> =>
  known(bucket, "store", async () => {
    const conditions = headers();
    conditions.set("Nats-Msg-Id", id);
    if (isFirst) conditions.set("Nats-Expected-Last-Subject-Sequence", "0");
    const answer = await nats.ask(subject, body, { timeoutMs: TIMEOUT_MS, headers: conditions });
    const appended = readAppended(answer);
    if (appended.result === "stored") return appended.sequence;
    return appended.result === "wrong-sequence" ? null : undefined;
  });

/** Removes the messages of a subject. */
export const purge = ({ nats, bucket }: ObjectBucket, subject: string): Promise<true> =>
  known(bucket, "delete", async () => {
    const answer = await nats.ask(
      `${API}.PURGE.${objectStream(bucket)}`,
      JSON.stringify({ filter: subject }),
      {
        timeoutMs: TIMEOUT_MS,
      },
    );
    return v.is(v.object({ success: v.literal(true) }), answer) || undefined;
  });

/** The last tokens of all subjects of contents or of descriptions, read in pages of at most 100,000. */
export async function tokensOf({ nats, bucket }: ObjectBucket, kind: "C" | "M"): Promise<readonly string[]> {
  const prefix = `$O.${bucket}.${kind}.`;
  const tokens: string[] = [];
  for (;;) {
    const page = await known(bucket, "list its objects", async () => {
      const query = JSON.stringify({ subjects_filter: `${prefix}>`, offset: tokens.length });
      const answer = await nats.ask(`${API}.INFO.${objectStream(bucket)}`, query, { timeoutMs: TIMEOUT_MS });
      const listed = v.safeParse(Listed, answer);
      return listed.success ? listed.output : undefined;
    });
    const subjects = Object.keys(page.state.subjects);
    for (const subject of subjects) tokens.push(subject.slice(prefix.length));
    if (subjects.length === 0 || tokens.length >= page.total) return tokens;
  }
}

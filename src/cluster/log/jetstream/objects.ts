import { headers } from "@nats-io/transport-node";
import * as v from "valibot";
import { ArchiveError, SnapshotDamaged, type SnapshotStore } from "#cluster/archive/objects.ts";
import type { LogMessage } from "#cluster/log/log.ts";
import { newUuid } from "#platform/ids.ts";
import { readAppended, readStored } from "./answers.ts";
import type { Nats } from "./connection.ts";
import { SNAPSHOT_BUCKET, SNAPSHOT_STREAM } from "./names.ts";

/**
 * Objects in a JetStream object store, in the format of NATS' own clients: the content is cut into messages under a subject of its
 * own, and one message under the name of the object describes it. Requests have time-outs and are repeated, so nothing waits for ever.
 */

const TIMEOUT_MS = 5000;
const ATTEMPTS = 4;
const PAUSE_MS = 500;
/** Bytes of content in one message: NATS accepts 1 MB with its headers. */
const PART_BYTES = 900_000;
/** Content without a description is left behind by a process that ended during an upload; after this time it is removed, ms. */
const ABANDONED_MS = 24 * 3_600_000;
/** Listings within this time share one answer, ms: it names all objects, 13 MB for 100 GB of data. */
const SHARED_MS = 1000;
/** Digits of the time in the name of a content subject, base 36. */
const TIME_DIGITS = 9;

const content = (id: string) => `$O.${SNAPSHOT_BUCKET}.C.${id}`;
const description = (token: string) => `$O.${SNAPSHOT_BUCKET}.M.${token}`;
const tokenOf = (name: string) => Buffer.from(name).toString("base64url");
const nameOf = (token: string) => Buffer.from(token, "base64url").toString();

const Described = v.object({
  nuid: v.string(),
  size: v.number(),
  chunks: v.number(),
  metadata: v.object({ first: v.string() }),
});
const Listed = v.object({
  total: v.optional(v.number(), 0),
  state: v.object({ subjects: v.optional(v.record(v.string(), v.number()), {}) }),
});

export interface NatsObjects extends SnapshotStore {
  /** Removes content that no object describes: of uploads that did not end within a day. Returns how many. */
  sweep(nowMs: number): Promise<number>;
}

export function createNatsObjects(nats: Nats): NatsObjects {
  const place = `the object store ${SNAPSHOT_BUCKET} in NATS`;
  const api = `$JS.API.STREAM`;

  /** Repeats a request until its answer is known. */
  async function known<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
    for (let n = 0; n < ATTEMPTS; n += 1) {
      if (n > 0) await Bun.sleep(PAUSE_MS);
      const answer = await attempt();
      if (answer !== undefined) return answer;
    }
    throw new ArchiveError(
      `${place} does not ${what}: does it exist, and have the servers room on their disks?`,
    );
  }

  /** Null when there is no such message. */
  const message = (query: object): Promise<LogMessage | null> =>
    known("answer", async () => {
      const answer = await nats.ask(`${api}.MSG.GET.${SNAPSHOT_STREAM}`, JSON.stringify(query), {
        timeoutMs: TIMEOUT_MS,
      });
      const read = readStored(answer);
      if (read.result === "found") return read.message;
      return read.result === "absent" ? null : undefined;
    });

  /** Returns the sequence; null when the subject has a message already and must not have one. */
  const publish = (subject: string, body: Uint8Array | string, id: string, isFirst: boolean) =>
    known("store", async () => {
      const conditions = headers();
      conditions.set("Nats-Msg-Id", id);
      if (isFirst) conditions.set("Nats-Expected-Last-Subject-Sequence", "0");
      const answer = await nats.ask(subject, body, { timeoutMs: TIMEOUT_MS, headers: conditions });
      const appended = readAppended(answer);
      if (appended.result === "stored") return appended.sequence;
      return appended.result === "wrong-sequence" ? null : undefined;
    });

  const purge = (subject: string) =>
    known("delete", async () => {
      const answer = await nats.ask(`${api}.PURGE.${SNAPSHOT_STREAM}`, JSON.stringify({ filter: subject }), {
        timeoutMs: TIMEOUT_MS,
      });
      return v.is(v.object({ success: v.literal(true) }), answer) || undefined;
    });

  const describe = async (name: string) => {
    const found = await message({ last_by_subj: description(tokenOf(name)) });
    return found && v.parse(Described, JSON.parse(Buffer.from(found.body).toString()));
  };

  /** The last tokens of all subjects below one, in pages of at most 100,000. */
  async function tokensOf(kind: "C" | "M"): Promise<readonly string[]> {
    const prefix = `$O.${SNAPSHOT_BUCKET}.${kind}.`;
    const tokens: string[] = [];
    for (;;) {
      const page = await known("list its objects", async () => {
        const query = JSON.stringify({ subjects_filter: `${prefix}>`, offset: tokens.length });
        const answer = await nats.ask(`${api}.INFO.${SNAPSHOT_STREAM}`, query, { timeoutMs: TIMEOUT_MS });
        const listed = v.safeParse(Listed, answer);
        return listed.success ? listed.output : undefined;
      });
      const subjects = Object.keys(page.state.subjects);
      for (const subject of subjects) tokens.push(subject.slice(prefix.length));
      if (subjects.length === 0 || tokens.length >= page.total) return tokens;
    }
  }

  let listed: { readonly atMs: number; readonly names: Promise<readonly string[]> } | null = null;
  /** The names of all objects; sorted. */
  function allNames(): Promise<readonly string[]> {
    if (!listed || performance.now() - listed.atMs > SHARED_MS)
      listed = {
        atMs: performance.now(),
        names: tokensOf("M").then((tokens) => tokens.map(nameOf).sort()),
      };
    return listed.names;
  }

  return {
    place,
    async create(name, bytes) {
      listed = null;
      const time = Date.now().toString(36).padStart(TIME_DIGITS, "0");
      const nuid = `${time}.${newUuid()}.${tokenOf(name)}`.replaceAll(".", "~");
      const count = Math.max(1, Math.ceil(bytes.length / PART_BYTES));
      let first = 0;
      for (let part = 0; part < count; part += 1) {
        const piece = bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
        const sequence = await publish(content(nuid), piece, `${nuid}:${part}`, false);
        if (part === 0) first = sequence ?? 0;
      }
      const digest = new Bun.CryptoHasher("sha256").update(bytes).digest("base64");
      const text = JSON.stringify({
        name,
        bucket: SNAPSHOT_BUCKET,
        nuid,
        size: bytes.length,
        chunks: count,
        digest: `SHA-256=${digest.replaceAll("+", "-").replaceAll("/", "_")}`,
        mtime: new Date().toISOString(),
        metadata: { first: String(first) },
      });
      if ((await publish(description(tokenOf(name)), text, `${nuid}:M`, true)) !== null) return "created";
      await purge(content(nuid));
      return "exists";
    },
    async read(name) {
      const described = await describe(name);
      if (!described) return undefined;
      const { nuid, size, chunks, metadata } = described;
      const pieces: Uint8Array[] = [];
      for (let next = Number(metadata.first); pieces.length < chunks; ) {
        const found = await message({ seq: next, next_by_subj: content(nuid) });
        if (!found) break;
        pieces.push(found.body);
        next = found.sequence + 1;
      }
      const bytes = Buffer.concat(pieces);
      if (bytes.length !== size)
        throw new SnapshotDamaged(`${name} in ${place} has ${bytes.length} bytes instead of ${size}`, name);
      return bytes;
    },
    async *list(prefix) {
      for (const name of await allNames()) if (name.startsWith(prefix)) yield { name };
    },
    async remove(name) {
      listed = null;
      const described = await describe(name);
      if (!described) return;
      await purge(description(tokenOf(name)));
      await purge(content(described.nuid));
    },
    async sweep(nowMs) {
      const described = new Set(await tokensOf("M"));
      let removed = 0;
      for (const nuid of await tokensOf("C")) {
        const [time = "", , token = ""] = nuid.split("~");
        if (described.has(token) || nowMs - Number.parseInt(time, 36) < ABANDONED_MS) continue;
        await purge(content(nuid));
        removed += 1;
      }
      return removed;
    },
  };
}
